/* The form of a semiring's file: a statement a line, # begins a comment.
 *
 *   semiring NAME
 *   elements A B ...      at most 64 words; then which are 0 and 1, and the two tables, a row for each element
 *   zero A
 *   one B
 *   sum
 *   A: A B ...
 *   B: ...
 *   product
 *   A: ...
 * or, instead of the elements and their tables,
 *   numbers natural|max-plus|min-plus
 * and then
 *   weight A              of every operation that is not linear and has none of its own (else it is 1)
 *   weight A sin * ...    of these
 * each once. */
#include "verify/cli/semiring_file.h"

#include "semantics/text/characters.h"
#include "verify/cli/files.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define LINE_WORDS (SEMIRING_ELEMENTS + 2)

typedef struct Table {
  uint8_t (*entry)[SEMIRING_ELEMENTS];
  uint32_t line[SEMIRING_ELEMENTS]; /* of each row; 0 before it is read */
  uint32_t rows;
} Table;

typedef struct Reader {
  const Arguments *arguments;
  const char *path;
  uint32_t line, words;
  char *word[LINE_WORDS];
  SemiringFile *file;
  SemiringTables tables;
  bool zero, one, named, weighed; /* given; `weighed`: one for every operation */
  bool weight[OP_CODE_COUNT];     /* of its own */
  Table sum, product, *open;      /* whose rows are being read */
} Reader;

static bool fail(const Reader *reader, uint32_t line, const char *format, ...) __attribute__((format(printf, 3, 4)));
static bool fail(const Reader *reader, uint32_t line, const char *format, ...) {
  char text[400];
  va_list values;
  va_start(values, format);
  (void)vsnprintf(text, sizeof text, format, values);
  va_end(values);
  cli_error(reader->arguments, "%s:%u: %s", reader->path, line, text);
  return false;
}

static bool copy_name(const Reader *reader, const char *word, char *name) {
  size_t length = strlen(word);
  if (length >= SEMIRING_NAME || word[length - 1] == ':' || !characters_shown(word))
    return fail(reader, reader->line, "'%.100s' is no name: text of at most %u bytes, without : at the end", word,
                SEMIRING_NAME - 1);
  memcpy(name, word, length + 1);
  return true;
}

static bool find_element(const Reader *reader, const char *word, uint32_t *element) {
  for (*element = 0; *element < reader->tables.count; ++*element)
    if (strcmp(reader->tables.element[*element], word) == 0) return true;
  return fail(reader, reader->line, "'%.100s' is none of the elements", word);
}

/* ------------------------------------------------------------- the carrier -- */

static bool read_elements(Reader *reader) {
  SemiringTables *tables = &reader->tables;
  uint32_t before;
  if (tables->count > 0 || reader->file->ring != NULL)
    return fail(reader, reader->line, "the elements are given twice");
  if (reader->words < 3 || reader->words - 1 > SEMIRING_ELEMENTS)
    return fail(reader, reader->line, "a finite semiring has 2 to %u elements here", SEMIRING_ELEMENTS);
  for (uint32_t k = 1; k < reader->words; k++) {
    if (!copy_name(reader, reader->word[k], tables->element[k - 1])) return false;
    for (before = 0; before + 1 < k; before++)
      if (strcmp(tables->element[before], reader->word[k]) == 0)
        return fail(reader, reader->line, "the element '%s' is given twice", reader->word[k]);
  }
  tables->count = reader->words - 1;
  return true;
}

/* semiring NAME */
static bool read_name(Reader *reader) {
  if (reader->named) return fail(reader, reader->line, "the name of the semiring is given twice");
  reader->named = true;
  return copy_name(reader, reader->word[1], reader->file->name);
}

/* zero A, one A */
static bool read_constant(Reader *reader, bool *given, uint32_t *element) {
  if (*given) return fail(reader, reader->line, "%s is given twice", reader->word[0]);
  if (reader->words != 2) return fail(reader, reader->line, "%s: which of the elements?", reader->word[0]);
  *given = true;
  return find_element(reader, reader->word[1], element);
}

static bool begin_table(Reader *reader, Table *table, uint8_t (*entry)[SEMIRING_ELEMENTS]) {
  if (table->rows > 0) return fail(reader, reader->line, "the table %s is given twice", reader->word[0]);
  if (reader->words > 1)
    return fail(reader, reader->line, "%s stands alone: the rows of its table follow", reader->word[0]);
  if (reader->tables.count == 0) return fail(reader, reader->line, "the elements are to be given before their tables");
  table->entry = entry;
  reader->open = table;
  return true;
}

/* A: A B ... */
static bool read_row(Reader *reader) {
  Table *table = reader->open;
  uint32_t row, element, count = reader->tables.count;
  size_t length = strlen(reader->word[0]);
  if (reader->word[0][length - 1] != ':')
    return fail(reader, reader->line, "a row of the table is expected, 'A: ...': %u of %u are there", table->rows,
                count);
  reader->word[0][length - 1] = '\0';
  if (!find_element(reader, reader->word[0], &row)) return false;
  if (table->line[row] != 0) return fail(reader, reader->line, "the row of %s is given twice", reader->word[0]);
  if (reader->words != count + 1)
    return fail(reader, reader->line, "the row of %s has %u entries, not %u", reader->word[0], reader->words - 1,
                count);
  for (uint32_t k = 0; k < count; k++) {
    if (!find_element(reader, reader->word[k + 1], &element)) return false;
    table->entry[row][k] = (uint8_t)element;
  }
  table->line[row] = reader->line;
  if (++table->rows == count) reader->open = NULL;
  return true;
}

static bool read_numbers(Reader *reader) {
  const char *kind = reader->words == 2 ? reader->word[1] : "";
  Ring **ring = &reader->file->ring;
  if (reader->tables.count > 0 || *ring != NULL) return fail(reader, reader->line, "the elements are given twice");
  if (strcmp(kind, "natural") == 0)
    *ring = ring_counting_new();
  else if (strcmp(kind, "max-plus") == 0)
    *ring = ring_tropical_new();
  else if (strcmp(kind, "min-plus") == 0)
    *ring = ring_cheapest_new();
  else
    return fail(reader, reader->line, "numbers are natural, max-plus or min-plus");
  return *ring != NULL || fail(reader, reader->line, "limit: out of memory");
}

/* --------------------------------------------------------------- the laws -- */

static bool refuse(const Reader *reader, const SemiringFault *fault) {
  Ring *ring = reader->file->ring;
  const Scalar element[5] = {fault->a, fault->b, fault->c, fault->left, fault->right};
  char name[5][SEMIRING_NAME], at[3 * (SEMIRING_NAME + 8)] = "";
  size_t used = 0;
  for (uint32_t k = 0; k < 5; k++) (void)ring_print(ring, element[k], name[k], sizeof name[k]);
  for (uint32_t k = 0; k < fault->letters; k++)
    used += (size_t)snprintf(at + used, sizeof at - used, "%s%c = %s", k == 0 ? "" : ", ", "abc"[k], name[k]);
  const Table *table = fault->product ? &reader->product : &reader->sum;
  return fail(reader, table->line[fault->a.word], "not a commutative semiring: %s does not hold of %s: %s and %s",
              fault->law, at, name[3], name[4]);
}

/* Makes the ring, when all of it is there, and tries the laws of the finite. */
static bool finish_carrier(Reader *reader) {
  SemiringFile *file = reader->file;
  Scalar element[SEMIRING_ELEMENTS];
  SemiringFault fault;
  if (file->ring == NULL) {
    uint32_t count = reader->tables.count;
    if (count == 0) return fail(reader, reader->line, "no elements and no numbers are given");
    if (!reader->zero || !reader->one) return fail(reader, reader->line, "which elements are zero and one?");
    if (reader->sum.rows != count || reader->product.rows != count)
      return fail(reader, reader->line, "the tables of sum and product are not all there");
    memcpy(reader->tables.name, file->name, sizeof file->name);
    file->ring = ring_finite_new(&reader->tables);
    if (file->ring == NULL) return fail(reader, reader->line, "limit: out of memory");
    file->elements = count;
    for (uint32_t k = 0; k < count; k++) element[k].word = k;
    if (!semiring_laws(file->ring, element, count, &fault)) return refuse(reader, &fault);
  }
  file->other = ring_integer(file->ring, 1);
  for (uint32_t k = 0; k < OP_CODE_COUNT; k++) file->weight[k] = file->other;
  return true;
}

/* ---------------------------------------------------------------- weights -- */

/* Products of all kinds are one operation in a program's run. */
typedef struct Weighable {
  const char *name;
  CountedOperation counted;
  uint32_t codes;
  OpCode code[4];
} Weighable;

#define ELEMENTARY(code, name)                                                                                         \
  {                                                                                                                    \
    name, (CountedOperation)(COUNTED_FUNCTION + RING_##code), 1, { OP_##code }                                         \
  }
static const Weighable weighable[] = {
    {"*", COUNTED_MUL, 4, {OP_MUL, OP_DOT, OP_SCALE, OP_MATVEC}},
    {"/", COUNTED_DIV, 1, {OP_DIV}},
    {"^", COUNTED_POWER, 1, {OP_POW}},
    {"max", COUNTED_MAX, 1, {OP_MAX}},
    {"min", COUNTED_MIN, 1, {OP_MIN}},
    ELEMENTARY(SIN, "sin"),
    ELEMENTARY(COS, "cos"),
    ELEMENTARY(TAN, "tan"),
    ELEMENTARY(EXP, "exp"),
    ELEMENTARY(LOG, "log"),
    ELEMENTARY(SQRT, "sqrt"),
    ELEMENTARY(TANH, "tanh"),
    ELEMENTARY(SIGMOID, "sigmoid"),
    ELEMENTARY(ABS, "abs"),
    ELEMENTARY(SIGN, "sign"),
};
#define WEIGHABLE (sizeof weighable / sizeof weighable[0])

/* weight A */
static bool read_other(Reader *reader, Scalar weight) {
  SemiringFile *file = reader->file;
  if (reader->weighed) return fail(reader, reader->line, "the weight of every operation is given twice");
  reader->weighed = true;
  file->other = weight;
  for (uint32_t k = 0; k < OP_CODE_COUNT; k++)
    if (!reader->weight[k]) file->weight[k] = weight;
  return true;
}

/* weight A sin */
static bool read_own(Reader *reader, const char *word, Scalar weight) {
  size_t k = 0;
  while (k < WEIGHABLE && strcmp(weighable[k].name, word) != 0) k++;
  if (k == WEIGHABLE)
    return fail(reader, reader->line, "'%.100s' has no weight of its own; * / ^ max min and elementary functions have",
                word);
  if (reader->weight[weighable[k].code[0]])
    return fail(reader, reader->line, "the weight of %s is given twice", weighable[k].name);
  for (uint32_t i = 0; i < weighable[k].codes; i++) {
    reader->weight[weighable[k].code[i]] = true;
    reader->file->weight[weighable[k].code[i]] = weight;
  }
  return true;
}

static bool read_weight(Reader *reader) {
  Scalar weight;
  if (reader->words < 2 || !semiring_element(reader->file->ring, reader->word[1], &weight))
    return fail(reader, reader->line, "a weight is an element: weight A, or weight A sin cos *");
  if (reader->words == 2) return read_other(reader, weight);
  for (uint32_t word = 2; word < reader->words; word++)
    if (!read_own(reader, reader->word[word], weight)) return false;
  return true;
}

Analysis semiring_analysis(const SemiringFile *file) {
  Analysis analysis = analysis_static(file->ring);
  analysis.other = file->other;
  analysis.weight = file->weight;
  return analysis;
}

Ring *semiring_counted(const SemiringFile *file, Ring *base) {
  Ring *counted = ring_counted_new(base, file->ring, file->other);
  for (size_t k = 0; counted != NULL && k < WEIGHABLE; k++)
    counted_weigh(counted, weighable[k].counted, file->weight[weighable[k].code[0]]);
  return counted;
}

/* ------------------------------------------------------------------- files -- */

static bool read_statement(Reader *reader) {
  const char *what = reader->word[0];
  if (reader->open != NULL) return read_row(reader);
  if (strcmp(what, "semiring") == 0 && reader->words == 2) return read_name(reader);
  if (strcmp(what, "elements") == 0) return read_elements(reader);
  if (strcmp(what, "numbers") == 0) return read_numbers(reader);
  if (strcmp(what, "zero") == 0) return read_constant(reader, &reader->zero, &reader->tables.zero);
  if (strcmp(what, "one") == 0) return read_constant(reader, &reader->one, &reader->tables.one);
  if (strcmp(what, "sum") == 0) return begin_table(reader, &reader->sum, reader->tables.sum);
  if (strcmp(what, "product") == 0) return begin_table(reader, &reader->product, reader->tables.product);
  return fail(reader, reader->line,
              "'%.100s': a line is semiring NAME, elements, numbers, zero, one, sum, product or weight", what);
}

/* The words of a line, which they are cut out of; a comment is none. */
static bool split(Reader *reader, char *line) {
  line[strcspn(line, "#")] = '\0';
  reader->words = 0;
  for (char *rest, *word = strtok_r(line, " \t\r", &rest); word != NULL; word = strtok_r(NULL, " \t\r", &rest)) {
    if (reader->words == LINE_WORDS) return fail(reader, reader->line, "more than %u words", LINE_WORDS);
    reader->word[reader->words++] = word;
  }
  return true;
}

/* A NUL ends no text: what stands behind it would not be read. */
static bool is_text(Reader *reader, const char *bytes, size_t length) {
  const char *nul = memchr(bytes, '\0', length);
  if (nul == NULL) return true;
  reader->line = 1;
  for (const char *at = bytes; at < nul; at++) reader->line += *at == '\n';
  return fail(reader, reader->line, "the character U+0000 has no meaning here");
}

static bool read_lines(Reader *reader, char *text) {
  bool weights = false;
  for (char *next; text != NULL; text = next) {
    next = strchr(text, '\n');
    if (next != NULL) *next++ = '\0';
    reader->line++;
    if (!split(reader, text)) return false;
    if (reader->words == 0) continue;
    bool weight = reader->open == NULL && strcmp(reader->word[0], "weight") == 0;
    if (weight && !weights && !finish_carrier(reader)) return false;
    if (weights && !weight) return fail(reader, reader->line, "weights stand last");
    weights = weight;
    if (!(weight ? read_weight : read_statement)(reader)) return false;
  }
  return weights || finish_carrier(reader);
}

bool semiring_file_read(const Arguments *arguments, const char *path, SemiringFile *file) {
  size_t length;
  *file = (SemiringFile){.name = "unnamed"};
  char *text = file_read(arguments, path, &length);
  Reader *reader = calloc(1, sizeof *reader);
  if (text != NULL && reader == NULL) cli_error(arguments, "limit: out of memory");
  bool good = text != NULL && reader != NULL;
  if (good) {
    reader->arguments = arguments;
    reader->path = path;
    reader->file = file;
    good = is_text(reader, text, length) && read_lines(reader, text);
  }
  free(reader);
  free(text);
  return good;
}

void semiring_file_free(SemiringFile *file) {
  if (file->ring != NULL) ring_destroy(file->ring);
  file->ring = NULL;
}
