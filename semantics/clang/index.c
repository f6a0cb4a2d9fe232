/* Whole numbers that depend on sizes and on counters of loops: sums of products of names, in normal form, so that
 * equal ones are the same, and the difference of two shows whether they can be equal. */
#include "semantics/clang/runner.h"

#include <string.h>

#define FACTOR_MOST ((long long)1 << 31)

static Index *copy(Runner *m, const Index *a) {
  Index *made = runner_alloc(m, 1, sizeof *made);
  *made = *a;
  return made;
}

static int compare_names(const Product *a, const Product *b) {
  if (a->count != b->count) return a->count > b->count ? -1 : 1;
  for (uint32_t k = 0; k < a->count; k++) {
    int order = strcmp(a->name[k], b->name[k]);
    if (order != 0) return order;
  }
  return 0;
}

/* Into the sum; false where there is no room. */
static bool add_product(Index *sum, Product product) {
  uint32_t k = 0;
  while (k < sum->count && compare_names(&sum->product[k], &product) < 0) k++;
  if (k < sum->count && compare_names(&sum->product[k], &product) == 0) {
    long long factor = sum->product[k].factor + product.factor;
    if (factor > FACTOR_MOST || factor < -FACTOR_MOST) return false;
    sum->product[k].factor = factor;
    if (factor != 0) return true;
    sum->count--;
    memmove(&sum->product[k], &sum->product[k + 1], (sum->count - k) * sizeof(Product));
    return true;
  }
  if (product.factor == 0) return true;
  if (sum->count == INDEX_PRODUCTS || product.factor > FACTOR_MOST || product.factor < -FACTOR_MOST) return false;
  memmove(&sum->product[k + 1], &sum->product[k], (sum->count - k) * sizeof(Product));
  sum->product[k] = product;
  sum->count++;
  return true;
}

const Index *index_number(Runner *m, long long number) {
  Index *made = runner_alloc(m, 1, sizeof *made);
  return number > FACTOR_MOST || number < -FACTOR_MOST || !add_product(made, (Product){.factor = number}) ? NULL : made;
}

const Index *index_name(Runner *m, const char *name) {
  Index *made = runner_alloc(m, 1, sizeof *made);
  (void)add_product(made, (Product){1, 1, {name}});
  return made;
}

const Index *index_add(Runner *m, const Index *a, const Index *b, long long factor) {
  if (a == NULL || b == NULL) return NULL;
  Index *sum = copy(m, a);
  for (uint32_t k = 0; k < b->count; k++) {
    Product product = b->product[k];
    product.factor *= factor;
    if (!add_product(sum, product)) return NULL;
  }
  return sum;
}

/* Their names, in order; false if there are too many. */
static bool multiply(const Product *a, const Product *b, Product *out) {
  *out = (Product){.factor = a->factor * b->factor};
  uint32_t i = 0, k = 0;
  if (a->count + b->count > INDEX_NAMES) return false;
  while (i < a->count || k < b->count) {
    bool left = k == b->count || (i < a->count && strcmp(a->name[i], b->name[k]) <= 0);
    out->name[out->count++] = left ? a->name[i++] : b->name[k++];
  }
  return true;
}

const Index *index_times(Runner *m, const Index *a, const Index *b) {
  if (a == NULL || b == NULL) return NULL;
  Index *sum = runner_alloc(m, 1, sizeof *sum);
  for (uint32_t i = 0; i < a->count; i++) {
    for (uint32_t k = 0; k < b->count; k++) {
      Product product;
      if (!multiply(&a->product[i], &b->product[k], &product) || !add_product(sum, product)) return NULL;
    }
  }
  return sum;
}

bool index_is_number(const Index *a, long long *number) {
  *number = a->count == 0 ? 0 : a->product[0].factor;
  return a->count == 0 || (a->count == 1 && a->product[0].count == 0);
}

bool index_is_same(const Index *a, const Index *b) {
  if (a == NULL || b == NULL) return a == b;
  if (a->count != b->count) return false;
  for (uint32_t k = 0; k < a->count; k++) {
    if (a->product[k].factor != b->product[k].factor || compare_names(&a->product[k], &b->product[k]) != 0)
      return false;
  }
  return true;
}

bool index_differs(Runner *m, const Index *a, const Index *b) {
  long long number = 0;
  const Index *difference = index_add(m, a, b, -1);
  return difference != NULL && index_is_number(difference, &number) && number != 0;
}

static const Named *find_named(const Runner *m, const char *name) {
  const Named *named = m->named;
  while (named != NULL && strcmp(named->name, name) != 0) named = named->outer;
  return named;
}

/* Sums of products of names whose factors are positive are least where the names are. */
bool index_least(const Runner *m, const Index *a, long long *least) {
  *least = 0;
  for (uint32_t k = 0; k < a->count; k++) {
    const Product *p = &a->product[k];
    long long product = p->factor;
    for (uint32_t i = 0; i < p->count; i++) {
      const Named *named = find_named(m, p->name[i]);
      if (p->factor < 0 || named == NULL || !named->bounded || named->least < 0) return false;
      product *= named->least;
      if (product > FACTOR_MOST) return false;
    }
    *least += product;
  }
  return true;
}

/* It with what each counter that stands in it alone is less than in that counter's place: 1 more than it is at most. */
static const Index *behind(Runner *m, const Index *a) {
  const Index *end = index_add(m, a, index_number(m, 1), 1);
  for (uint32_t k = 0; k < a->count && end != NULL; k++) {
    const Product *p = &a->product[k];
    const Named *named = p->count == 1 && p->factor == 1 ? find_named(m, p->name[0]) : NULL;
    if (named == NULL || named->end == NULL) continue;
    const Index *most = index_add(m, named->end, index_number(m, 1), -1);
    end = most == NULL ? NULL : index_add(m, index_add(m, end, index_name(m, p->name[0]), -1), most, 1);
  }
  return end;
}

bool index_is_place(Runner *m, const Index *a, const Index *length) {
  const Index *end = behind(m, a), *rest = end == NULL ? NULL : index_add(m, length, end, -1);
  long long least = 0, room = 0;
  return index_least(m, a, &least) && least >= 0 && rest != NULL && index_least(m, rest, &room) && room >= 0;
}

bool index_is_size(const Runner *m, const Index *a) {
  for (uint32_t k = 0; k < a->count; k++) {
    for (uint32_t i = 0; i < a->product[k].count; i++) {
      const Named *named = find_named(m, a->product[k].name[i]);
      if (named == NULL || !named->is_size) return false;
    }
  }
  return true;
}

bool index_names(const Index *a, const char *name) {
  for (uint32_t k = 0; a != NULL && k < a->count; k++) {
    for (uint32_t i = 0; i < a->product[k].count; i++)
      if (strcmp(a->product[k].name[i], name) == 0) return true;
  }
  return false;
}

/* 2 * n * m, without its sign */
static void write_product(Runner *m, Text *text, const Product *p) {
  long long factor = p->factor < 0 ? -p->factor : p->factor;
  if (factor != 1 || p->count == 0) text_add(m, text, "%lld%s", factor, p->count > 0 ? " * " : "");
  for (uint32_t i = 0; i < p->count; i++) text_add(m, text, "%s%s", i > 0 ? " * " : "", p->name[i]);
}

/* What is added stands before what is taken away. */
const char *index_term(Runner *m, const Index *a) {
  Text *text = text_new(m);
  bool first = true,
       many = a->count > 1 || (a->count == 1 && a->product[0].factor < 0) ||
              (a->count == 1 && (a->product[0].count > 1 || a->product[0].factor != 1) && a->product[0].count > 0);
  if (a->count == 0) return "0";
  if (many) text_add(m, text, "(");
  for (int sign = 1; sign >= -1; sign -= 2) {
    for (uint32_t k = 0; k < a->count; k++) {
      if ((a->product[k].factor > 0) != (sign > 0)) continue;
      if (first && sign < 0) text_add(m, text, "0");
      if (!first || sign < 0) text_add(m, text, sign > 0 ? " + " : " - ");
      write_product(m, text, &a->product[k]);
      first = false;
    }
  }
  if (many) text_add(m, text, ")");
  return text->length == 0 ? "0" : text->bytes;
}

/* ------------------------------------------------------------------- values -- */

Value value_index(Runner *m, const Index *index) {
  long long number = 0;
  (void)m;
  if (index == NULL) return (Value){.kind = VALUE_NONE};
  if (index_is_number(index, &number)) return value_whole(number);
  return (Value){.kind = VALUE_INDEX, .index = index};
}

bool value_is_count(const Value *value) { return value->kind == VALUE_WHOLE || value->kind == VALUE_INDEX; }

const Index *value_as_index(Runner *m, const Value *value) {
  return value->kind == VALUE_INDEX ? value->index : index_number(m, value->number);
}

static bool is_unsigned(CXType type) {
  enum CXTypeKind kind = clang_getCanonicalType(type).kind;
  return kind == CXType_UInt || kind == CXType_ULong || kind == CXType_ULongLong;
}

/* One that may be below 0 is none of an unsigned type, where it would be another. */
Value index_convert(Runner *m, CXCursor at, Value value, CXType type) {
  long long least = 0;
  if (type_is_real(type)) return value_real(runner_text(m, "(toReal %s)", index_term(m, value.index)));
  if (type_counts(type)) return value;
  if (is_unsigned(type) && index_least(m, value.index, &least) && least >= 0) return value;
  return REFUSE(m, at, "a whole number that depends on a size becomes one of type '%s'",
                runner_keep(m, clang_getTypeSpelling(type)));
}

/* 1 where the test holds, else 0. */
static Value compared(Runner *m, const char *op, const Index *a, const Index *b) {
  long long number = 0;
  const Index *difference = index_add(m, a, b, -1);
  if (difference != NULL && index_is_number(difference, &number)) {
    bool less = op[0] == '<', more = op[0] == '>', equal = op[1] == '=' && op[0] != '!';
    return value_whole((less && number < 0) || (more && number > 0) || (equal && number == 0) ||
                       (op[0] == '!' && number != 0));
  }
  const char *written = strcmp(op, "!=") == 0 ? "/=" : op;
  return test_open(m, runner_text(m, "(%s %s %s)", index_term(m, a), written, index_term(m, b))).tree;
}

Value index_operate(Runner *m, CXCursor at, const char *op, Value a, Value b, CXType type) {
  const Index *left = value_as_index(m, &a), *right = value_as_index(m, &b), *result = NULL;
  if (left == NULL || right == NULL) return REFUSE(m, at, "limit: a number of 32 bits or more beside a size");
  if (op[0] == '<' || op[0] == '>' || op[1] == '=') {
    if (op[1] == op[0] && op[0] != '=') return REFUSE(m, at, "'%s' of a size is not read", op);
    return compared(m, op, left, right);
  }
  if (op[0] == '+' || op[0] == '-') result = index_add(m, left, right, op[0] == '+' ? 1 : -1);
  if (op[0] == '*') result = index_times(m, left, right);
  if (result == NULL) return REFUSE(m, at, "'%s' of these operands is not read for any size", op);
  Value value = value_index(m, result);
  return value.kind == VALUE_INDEX ? index_convert(m, at, value, type) : value_convert(m, at, value, type);
}
