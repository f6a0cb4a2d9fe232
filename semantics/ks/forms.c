#include "semantics/ks/translation.h"

#include <string.h>

#define PART_MOST 99u /* of get$i$n */

static bool counts(Importer *importer, const Sexpr *s, uint32_t expected) {
  uint32_t count = sexpr_count(s) - 1;
  return count == expected ||
         REFUSE(importer, s, "'%.*s' takes %u, not %u", (int)s->first->length, s->first->text, expected, count);
}

static bool refuse_type(Importer *importer, const Sexpr *s, const KsType *is, const char *expected) {
  return REFUSE(importer, s, "this is %s, but %s is expected here", ks_type_name(importer, is), expected);
}

static bool term_of(Importer *importer, const Sexpr *s, const Binding *scope, KsKind kind, const char *expected,
                    Value *out) {
  return ks_term(importer, s, scope, out) && (out->type->kind == kind || refuse_type(importer, s, out->type, expected));
}

/* --------------------------------------------------------------------- let -- */

/* The names of a pattern, nested as the value's pairs are. */
static const char *bind_pattern(Importer *importer, const Sexpr *pattern, Value value, const Binding **scope) {
  if (pattern->kind == SEXPR_WORD) {
    *scope = ks_bind(importer, pattern, value, *scope);
    return *scope == NULL ? NULL : (*scope)->value.text;
  }
  uint32_t count = pattern->kind == SEXPR_LIST ? sexpr_count(pattern) : 0, k = 0;
  if (pattern->kind != SEXPR_LIST || value.type->kind != KS_TUPLE || value.type->count != count) {
    (void)REFUSE(importer, pattern, "these are not the names of %s", ks_type_name(importer, value.type));
    return NULL;
  }
  const char **names = reader_alloc(&importer->reader, (count + 1) * sizeof *names);
  for (const Sexpr *word = pattern->first; names != NULL && word != NULL; word = word->next, k++) {
    Value part = {value.type->part[k], NULL, value.sizes == NULL ? NULL : value.sizes + k};
    *scope = ks_bind(importer, word, part, *scope);
    if (*scope == NULL) return NULL;
    names[k] = (*scope)->value.text;
  }
  return names == NULL ? NULL : pair_text(importer, names, count);
}

/* "let x = e in"; whole numbers that are written out have their type said. */
static const char *bind_one(Importer *importer, const Sexpr *pattern, const Sexpr *s, const Binding **scope) {
  Value value;
  if (!ks_term(importer, s, *scope, &value)) return NULL;
  const char *names = bind_pattern(importer, pattern, value, scope);
  if (names == NULL) return NULL;
  if (!ks_type_has(value.type, KS_INTEGER)) return compose(importer, "let %s = %s in ", names, value.text);
  return compose(importer, "let %s = (%s : %s) in ", names, value.text, ks_type_text(importer, value.type));
}

/* (x e), ((x y) e): one binding, and not a list of them. */
static bool is_binding(const Sexpr *list) {
  if (sexpr_count(list) != 2) return false;
  const Sexpr *pattern = list->first;
  bool good = pattern->kind == SEXPR_WORD || pattern->kind == SEXPR_LIST;
  for (const Sexpr *s = pattern->kind == SEXPR_LIST ? pattern->first : NULL; s != NULL && good; s = s->next)
    good = s->kind == SEXPR_WORD;
  return good;
}

static bool read_let(Importer *importer, const Sexpr *s, const Binding *scope, Value *out) {
  if (!counts(importer, s, 2)) return false;
  const Sexpr *list = s->first->next;
  if (list->kind != SEXPR_LIST) return REFUSE(importer, list, "bindings are expected here: (x e) or ((x e) ...)");
  const char *text = "";
  if (is_binding(list)) {
    text = bind_one(importer, list->first, list->first->next, &scope);
    if (text == NULL) return false;
  } else
    for (const Sexpr *b = list->first; b != NULL; b = b->next) {
      if (b->kind != SEXPR_LIST || sexpr_count(b) != 2) return REFUSE(importer, b, "a binding is expected here: (x e)");
      const char *next = bind_one(importer, b->first, b->first->next, &scope);
      if (next == NULL) return false;
      text = compose(importer, "%s%s", text, next);
    }
  if (!ks_term(importer, list->next, scope, out)) return false;
  out->text = compose(importer, "(%s%s)", text, out->text);
  return true;
}

/* --------------------------------------------------------- if, assert, tuple -- */

static bool read_if(Importer *importer, const Sexpr *s, const Binding *scope, Value *out) {
  if (!counts(importer, s, 3)) return false;
  const Sexpr *test = s->first->next, *yes = test->next, *no = yes->next;
  Value condition, other;
  if (!term_of(importer, test, scope, KS_BOOL, "Bool", &condition) || !ks_term(importer, yes, scope, out) ||
      !ks_term(importer, no, scope, &other))
    return false;
  if (!ks_type_fits(out->type, other.type))
    return refuse_type(importer, no, other.type, ks_type_name(importer, out->type));
  if (!ks_type_same(out->type, other.type)) return REFUSE(importer, s, "the branches differ in the lengths of arrays");
  *out = (Value){out->type, compose(importer, "(if %s then %s else %s)", condition.text, out->text, other.text), NULL};
  return true;
}

/* What has no value; NULL of a type that has no reals. */
static const char *undefined(Importer *importer, const KsType *type) {
  const char *text[PART_MOST], *entry;
  switch (type->kind) {
  case KS_FLOAT: return "log (-1)";
  case KS_INTEGER:
  case KS_BOOL: return NULL;
  case KS_TENSOR:
    entry = ks_type_fixed(type) ? undefined(importer, type->part[0]) : NULL;
    for (uint32_t k = type->count; entry != NULL && k-- > 0;)
      entry = compose(importer, "build %s (k'. %s)", type->length[k], entry);
    return entry;
  case KS_TUPLE: break;
  }
  if (type->count > PART_MOST) return NULL;
  for (uint32_t k = 0; k < type->count; k++) {
    text[k] = undefined(importer, type->part[k]);
    if (text[k] == NULL) return NULL;
  }
  return pair_text(importer, text, type->count);
}

/* Where it does not hold there is no value. */
static bool read_assert(Importer *importer, const Sexpr *s, const Binding *scope, Value *out) {
  if (!counts(importer, s, 2)) return false;
  const Sexpr *test = s->first->next;
  Value condition;
  if (!term_of(importer, test, scope, KS_BOOL, "Bool", &condition) || !ks_term(importer, test->next, scope, out))
    return false;
  const char *otherwise = undefined(importer, out->type);
  if (otherwise == NULL)
    return refuse_type(importer, s, out->type, "what an assertion is of, a Float or arrays and tuples of them,");
  out->text = compose(importer, "(if %s then %s else %s)", condition.text, out->text, otherwise);
  return true;
}

static bool read_tuple(Importer *importer, const Sexpr *s, const Binding *scope, Value *out) {
  uint32_t count = sexpr_count(s) - 1, k = 0;
  const KsType **types = reader_alloc(&importer->reader, (count + 1) * sizeof *types);
  const char **text = reader_alloc(&importer->reader, (count + 1) * sizeof *text);
  const char **sizes = reader_alloc(&importer->reader, (count + 1) * sizeof *sizes);
  if (types == NULL || text == NULL || sizes == NULL) return false;
  bool sized = true;
  for (const Sexpr *part = s->first->next; part != NULL; part = part->next, k++) {
    Value value;
    if (!ks_term(importer, part, scope, &value)) return false;
    types[k] = value.type;
    text[k] = value.text;
    sized = sized && value.sizes != NULL && value.type->kind == KS_INTEGER;
    sizes[k] = sized ? value.sizes[0] : NULL;
  }
  *out = (Value){ks_tuple(importer, types, count), pair_text(importer, text, count), sized ? sizes : NULL};
  return out->type != NULL;
}

/* --------------------------------------------------------------------- lam -- */

/* (lam (x : T) e) */
typedef struct Lambda {
  const Sexpr *name, *body;
  const KsType *type; /* with open lengths */
} Lambda;

static bool take_lambda(Importer *importer, const Sexpr *s, Lambda *out) {
  const Sexpr *argument = sexpr_heads(s, "lam") && sexpr_count(s) == 3 ? s->first->next : NULL;
  bool good = argument != NULL && argument->kind == SEXPR_LIST && sexpr_count(argument) >= 3 &&
              sexpr_is(sexpr_at(argument, 1), ":");
  if (!good) return REFUSE(importer, s, "a function is expected here: (lam (x : Float) e)");
  *out = (Lambda){argument->first, argument->next, ks_type_words(importer, sexpr_at(argument, 2))};
  return out->type != NULL;
}

static bool read_lam(Importer *importer, const Sexpr *s, const Binding *scope, Value *out) {
  (void)scope;
  (void)out;
  return REFUSE(importer, s, "a function stands here that is no part of build, sumbuild or fold");
}

/* -------------------------------------------------------------------- arrays -- */

/* build over a number of indices that are sizes: one build in another, and the tuple of their indices. */
static bool build_grid(Importer *importer, const Lambda *lambda, Value length, const Binding *scope, Value *out) {
  uint32_t rank = length.type->count;
  const char *index[KS_RANK];
  scope = ks_bind(importer, lambda->name, (Value){length.type, NULL, NULL}, scope);
  if (scope == NULL || !ks_term(importer, lambda->body, scope, out)) return false;
  for (uint32_t k = 0; k < rank; k++) index[k] = compose(importer, "k%u'", k + 1);
  const char *text =
      compose(importer, "let %s = %s in %s", scope->value.text, pair_text(importer, index, rank), out->text);
  for (uint32_t k = rank; k-- > 0;)
    text = compose(importer, "%sbuild %s (%s. %s)%s", k == 0 ? "(" : "", length.sizes[k], index[k], text,
                   k == 0 ? ")" : "");
  *out = (Value){ks_tensor(importer, out->type, length.sizes, rank), text, NULL};
  return out->type != NULL;
}

static bool build_vector(Importer *importer, const Lambda *lambda, Value length, const Binding *scope, Value *out) {
  static const char *const open[1] = {NULL};
  bool fixed = length.sizes != NULL;
  scope = ks_bind(importer, lambda->name, (Value){lambda->type, NULL, NULL}, scope);
  if (scope == NULL || !ks_term(importer, lambda->body, scope, out)) return false;
  const char *text = compose(importer, "(%s %s (%s. %s))", fixed ? "build" : "vbuild",
                             fixed ? length.sizes[0] : length.text, scope->value.text, out->text);
  *out = (Value){ks_tensor(importer, out->type, fixed ? length.sizes : open, 1), text, NULL};
  return out->type != NULL;
}

/* An Integer, or a tuple of them that are sizes. */
static bool read_length(Importer *importer, const Sexpr *s, const Binding *scope, Value *out) {
  if (!ks_term(importer, s, scope, out)) return false;
  if (out->type->kind == KS_INTEGER) return true;
  bool good = out->type->kind == KS_TUPLE && out->type->count >= 1 && out->type->count <= KS_RANK;
  for (uint32_t k = 0; good && k < out->type->count; k++) good = out->type->part[k]->kind == KS_INTEGER;
  if (!good) return refuse_type(importer, s, out->type, "an Integer, or a tuple of them,");
  return out->sizes != NULL || REFUSE(importer, s, "the lengths of a tensor are sizes of arguments and numbers");
}

static bool read_build(Importer *importer, const Sexpr *s, const Binding *scope, Value *out) {
  Value length;
  Lambda lambda;
  if (!counts(importer, s, 2) || !read_length(importer, s->first->next, scope, &length) ||
      !take_lambda(importer, s->first->next->next, &lambda))
    return false;
  if (!ks_type_same(lambda.type, length.type))
    return refuse_type(importer, lambda.name, lambda.type, ks_type_name(importer, length.type));
  return (length.type->kind == KS_TUPLE ? build_grid : build_vector)(importer, &lambda, length, scope, out);
}

static bool can_add(const KsType *type) {
  return type->kind == KS_FLOAT || (type->kind == KS_TENSOR && ks_type_fixed(type) && can_add(type->part[0]));
}

static bool read_sumbuild(Importer *importer, const Sexpr *s, const Binding *scope, Value *out) {
  if (!read_build(importer, s, scope, out)) return false;
  const KsType *built = out->type;
  if (!can_add(built->part[0]))
    return refuse_type(importer, s, built->part[0], "a sum of Floats, or of arrays of them whose lengths are sizes,");
  for (uint32_t k = 0; k < built->count; k++) out->text = compose(importer, "(total %s)", out->text);
  out->type = built->part[0];
  return true;
}

static bool read_fold(Importer *importer, const Sexpr *s, const Binding *scope, Value *out) {
  Lambda lambda;
  Value array;
  if (!counts(importer, s, 3) || !take_lambda(importer, s->first->next, &lambda)) return false;
  const Sexpr *start = s->first->next->next;
  if (!ks_term(importer, start, scope, out) || !term_of(importer, start->next, scope, KS_TENSOR, "a (Vec T)", &array))
    return false;
  const KsType *pair[] = {out->type, array.type->part[0]}, *both = ks_tuple(importer, pair, 2);
  if (both == NULL) return false;
  if (array.type->count != 1) return refuse_type(importer, start->next, array.type, "a (Vec T)");
  if (!ks_type_fits(lambda.type, both))
    return refuse_type(importer, lambda.name, lambda.type, ks_type_name(importer, both));
  Value next, first = *out;
  scope = ks_bind(importer, lambda.name, (Value){both, NULL, NULL}, scope);
  if (scope == NULL || !ks_term(importer, lambda.body, scope, &next)) return false;
  if (!ks_type_fits(next.type, first.type))
    return refuse_type(importer, lambda.body, next.type, ks_type_name(importer, first.type));
  if (!ks_type_same(next.type, first.type))
    return REFUSE(importer, lambda.body, "arrays that go round a fold keep their lengths");
  const char *text = compose(importer, "(fold (a' x'. let %s = (a', x') in %s) (%s : %s) %s)", scope->value.text,
                             next.text, first.text, ks_type_text(importer, first.type), array.text);
  *out = (Value){first.type, text, NULL};
  return true;
}

static bool read_index(Importer *importer, const Sexpr *s, const Binding *scope, Value *out) {
  const char *name[KS_RANK];
  Value index;
  if (!counts(importer, s, 2)) return false;
  const Sexpr *at = s->first->next;
  if (!ks_term(importer, at, scope, &index) || !term_of(importer, at->next, scope, KS_TENSOR, "an array", out))
    return false;
  uint32_t rank = out->type->count;
  bool good = rank == 1 ? index.type->kind == KS_INTEGER : index.type->kind == KS_TUPLE && index.type->count == rank;
  for (uint32_t k = 0; good && rank > 1 && k < rank; k++) good = index.type->part[k]->kind == KS_INTEGER;
  if (!good) return refuse_type(importer, at, index.type, "as many Integers as the array has indices");
  const char *text = rank == 1 ? compose(importer, "%s ! %s", out->text, index.text) : out->text;
  for (uint32_t k = 0; rank > 1 && k < rank; k++) {
    name[k] = compose(importer, "k%u'", k + 1);
    text = compose(importer, "%s ! %s", text, name[k]);
  }
  if (rank > 1) {
    const char *of = ks_type_text(importer, index.type);
    text = compose(importer, "let %s = (%s : %s) in %s", pair_text(importer, name, rank), index.text, of, text);
  }
  *out = (Value){out->type->part[0], compose(importer, "(%s)", text), NULL};
  return true;
}

static bool read_size(Importer *importer, const Sexpr *s, const Binding *scope, Value *out) {
  const KsType *integer = ks_type(importer, KS_INTEGER), *parts[KS_RANK] = {integer, integer, integer, integer};
  Value array;
  if (!counts(importer, s, 1) || !term_of(importer, s->first->next, scope, KS_TENSOR, "an array", &array)) return false;
  const KsType *type = array.type;
  if (!ks_type_fixed(type)) { /* of rank 1 */
    *out = (Value){integer, compose(importer, "(length %s)", array.text), NULL};
    return integer != NULL;
  }
  *out = (Value){type->count == 1 ? integer : ks_tuple(importer, parts, type->count),
                 pair_text(importer, type->length, type->count), type->length};
  return out->type != NULL;
}

/* ------------------------------------------------------------- made of one -- */

/* (constVec n x) */
static bool read_constant(Importer *importer, const Sexpr *s, const Binding *scope, Value *out) {
  static const char *const open[1] = {NULL};
  Value length;
  if (!counts(importer, s, 2) || !read_length(importer, s->first->next, scope, &length) ||
      !ks_term(importer, s->first->next->next, scope, out))
    return false;
  bool fixed = length.sizes != NULL;
  uint32_t rank = length.type->kind == KS_TUPLE ? length.type->count : 1;
  const char *text = "c'";
  for (uint32_t k = rank; k-- > 0;)
    text = compose(importer, "%s %s (k'. %s)", fixed ? "build" : "vbuild", fixed ? length.sizes[k] : "n'", text);
  const char *given = fixed ? "" : compose(importer, "let n' : Int = %s in ", length.text);
  text = compose(importer, "(%slet c' = (%s : %s) in %s)", given, out->text, ks_type_text(importer, out->type), text);
  *out = (Value){ks_tensor(importer, out->type, fixed ? length.sizes : open, rank), text, NULL};
  return out->type != NULL;
}

/* (deltaVec n i x): x at i, else 0 */
static bool read_delta(Importer *importer, const Sexpr *s, const Binding *scope, Value *out) {
  static const char *const open[1] = {NULL};
  Value length, index;
  if (!counts(importer, s, 3)) return false;
  const Sexpr *n = s->first->next, *at = n->next;
  if (!term_of(importer, n, scope, KS_INTEGER, "an Integer", &length) ||
      !term_of(importer, at, scope, KS_INTEGER, "an Integer", &index) ||
      !term_of(importer, at->next, scope, KS_FLOAT, "a Float", out))
    return false;
  bool fixed = length.sizes != NULL;
  const char *text = compose(
      importer, "(let n' : Int = %s in let i' : Int = %s in let c' = %s in %s (k'. if k' == i' then c' else 0))",
      length.text, index.text, out->text, fixed ? compose(importer, "build %s", length.sizes[0]) : "vbuild n'");
  *out = (Value){ks_tensor(importer, out->type, fixed ? length.sizes : open, 1), text, NULL};
  return out->type != NULL;
}

/* ------------------------------------------------------------------- tables -- */

static bool read_projection(Importer *importer, const Sexpr *s, const Binding *scope, Value *out) {
  uint32_t part, of;
  if (!ks_projection(s->first, &part, &of) || !counts(importer, s, 1)) return false;
  const Sexpr *tuple = s->first->next;
  if (!term_of(importer, tuple, scope, KS_TUPLE, "a Tuple", out)) return false;
  if (out->type->count != of || part < 1 || part > of)
    return refuse_type(importer, tuple, out->type, compose(importer, "a Tuple of %u with a part %u", of, part));
  *out = (Value){out->type->part[part - 1], part_text(importer, out->text, part, of),
                 out->sizes == NULL ? NULL : out->sizes + (part - 1)};
  return true;
}

bool ks_projection(const Sexpr *head, uint32_t *part, uint32_t *of) {
  if (head->kind != SEXPR_WORD || head->length < 7 || memcmp(head->text, "get$", 4) != 0) return false;
  const char *end = head->text + head->length, *at = head->text + 4;
  uint32_t *out[] = {part, of};
  for (uint32_t k = 0; k < 2; k++) {
    *out[k] = 0;
    for (; at < end && *at >= '0' && *at <= '9' && *out[k] <= PART_MOST; at++)
      *out[k] = 10 * *out[k] + (uint32_t)(*at - '0');
    if (k == 0 && (at == end || *at++ != '$')) return false;
  }
  return at == end && *part > 0 && *of <= PART_MOST;
}

typedef struct Form {
  const char *name;
  KsForm read;
} Form;

static const Form forms[] = {
#define FORM(name, read) {name, read_##read},
#include "semantics/ks/forms.def"
};

KsForm ks_form(const Sexpr *head) {
  uint32_t part, of;
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    if (sexpr_is(head, forms[i].name)) return forms[i].read;
  }
  return ks_projection(head, &part, &of) ? read_projection : NULL;
}
