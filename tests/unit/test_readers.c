/* What every reader of texts answers to texts that were changed: what it reads, as it is printed or laid out again, or
 * its message with the place, against digests that are committed (changed_texts.def). It says nothing of what is right:
 * no refusal, place, limit or reading changes unseen. tests/printed asks the same of the command line, of fewer texts.
 */
#include "semantics/cad/cad.h"
#include "semantics/fpcore/fpcore.h"
#include "semantics/frechet/text.h"
#include "semantics/ks/ks.h"
#include "semantics/notes/notes.h"
#include "semantics/text/format.h"
#include "tests/unit/digest.h"
#include "tests/unit/random.h"
#include "verify/enumerate/space.h"
#include "verify/primitive/primitive.h"

#include <ctype.h>
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define TERMS ((uint32_t)1 << 16)
#define TEXT_MOST ((size_t)1 << 16)
#define WORDS_MOST 20000u
#define PARTS 4u /* of the changes of a file, each with its digest */

/* ------------------------------------------------------------------ digests -- */

/* Of a text and its end. */
static uint64_t digest(uint64_t hash, const char *text) {
  const unsigned char end = 0xFF; /* of no text */
  return digest_bytes(digest_bytes(hash, text, strlen(text)), &end, 1);
}

/* -------------------------------------------------------------- readers -- */

static uint64_t read_module(Store *store, const char *text, uint64_t hash) {
  Module module;
  TextError error;
  Status status = text_read_module(store, "text", text, strlen(text), NULL, 0, &module, &error);
  if (status != STATUS_OK) return digest(hash, error.message);
  for (uint32_t i = 0; i < module.count; i++) {
    char *printed = text_print_definition(store, &module.definitions[i], (PrintStyle){0});
    hash = digest(hash, printed == NULL ? "not printed" : printed);
    free(printed);
  }
  text_free_module(&module);
  return hash;
}

/* Of a text that it reads not the layout again, but what it is as a module. */
static uint64_t read_laid_out(Store *store, const char *text, uint64_t hash) {
  TextError error;
  char *once = text_format(store, "text", text, strlen(text), &error);
  hash = digest(hash, once == NULL ? error.message : once);
  free(once);
  return hash;
}

static uint64_t read_specification(Store *store, const char *text, uint64_t hash) {
  Primitive p;
  TextError error;
  bool read = primitive_read(store, "text", text, strlen(text), NULL, 0, &p, &error) == STATUS_OK;
  char said[400];
  (void)snprintf(said, sizeof said, "%d %d, %d %d, %d %d %d %d, %d %d %d, %g %g %g %g", (int)p.inputs, (int)p.outputs,
                 (int)p.tangents, (int)p.cotangents, (int)p.domain_count, (int)p.branch_count, (int)p.removable_count,
                 (int)p.kink_count, p.linear, p.bilinear, p.limits, p.ulps, p.range[0], p.range[1], p.accuracy);
  hash = digest(hash, read ? said : error.message);
  primitive_free(&p);
  return hash;
}

static uint64_t read_foreign(Importing importing, Store *store, const char *text, uint64_t hash) {
  Import import;
  TextError error;
  bool read = importing(store, "text", text, strlen(text), IMPORT_IN_PLACE, &import, &error) == STATUS_OK;
  hash = digest(hash, read ? import.text : error.message);
  for (uint32_t i = 0; read && i < import.refused.count; i++) hash = digest(hash, import.refusal[i]);
  import_free(&import);
  return hash;
}

static uint64_t read_fpcore(Store *store, const char *text, uint64_t hash) {
  return read_foreign(fpcore_import, store, text, hash);
}
static uint64_t read_ks(Store *store, const char *text, uint64_t hash) {
  return read_foreign(ks_import, store, text, hash);
}
static uint64_t read_cad(Store *store, const char *text, uint64_t hash) {
  return read_foreign(cad_import, store, text, hash);
}
static uint64_t read_notes(Store *store, const char *text, uint64_t hash) {
  return read_foreign(notes_import, store, text, hash);
}
static uint64_t read_frechet(Store *store, const char *text, uint64_t hash) {
  return read_foreign(hil_import, store, text, hash);
}

/* A term of the target language, Cartesian, in a context of a real, three reals and an Int. */
static uint64_t read_term_of(Store *store, const char *term, TypeId domain, uint64_t hash) {
  const TypeId context[] = {type_real(&store->types, 1), type_real(&store->types, 3), type_int(&store->types)};
  const TermText source = {
      .text = term, .length = strlen(term), .context = context, .context_length = 3, .target = true, .domain = domain};
  TermId t;
  TypeId type;
  TextError error;
  char name[500];
  if (text_read_term(store, &source, &t, &type, &error) != STATUS_OK) return digest(hash, error.message);
  const Program program = {.term = t, .context = context, .length = 3, .type = type};
  char *printed = text_print_term(store, &program, NULL, domain, (PrintStyle){0});
  (void)type_print(&store->types, type, name, sizeof name);
  hash = digest(digest(hash, name), printed == NULL ? "-" : printed);
  free(printed);
  return hash;
}

static uint64_t read_term(Store *store, const char *term, uint64_t hash) {
  return read_term_of(store, term, (TypeId){0}, hash);
}
/* The same, linear in v of real_. */
static uint64_t read_linear(Store *store, const char *term, uint64_t hash) {
  return read_term_of(store, term, type_linear_real(&store->types, 1), hash);
}

static uint64_t read_type(Store *store, const char *words_of_type, uint64_t hash) {
  char name[500];
  TypeId type;
  TextError error;
  if (text_read_type(store, words_of_type, strlen(words_of_type), &type, &error) != STATUS_OK)
    return digest(hash, error.message);
  (void)type_print(&store->types, type, name, sizeof name);
  return digest(hash, name);
}

static uint64_t read_description(Store *store, const char *description, uint64_t hash) {
  char error[400] = "";
  Space *space = space_open(store, description, error, sizeof error);
  hash = digest(hash, space == NULL ? error : space_description(space));
  space_close(space);
  return hash;
}

/* -------------------------------------------------------------- changes -- */

typedef struct Words {
  const char *begin[WORDS_MOST];
  size_t length[WORDS_MOST];
  uint32_t count;
} Words;

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static void split(const char *text, Words *words) {
  words->count = 0;
  while (*text != '\0' && words->count < WORDS_MOST) {
    size_t length = 1;
    if (is_word(*text))
      while (is_word(text[length])) length++;
    else if (isspace((unsigned char)*text))
      while (isspace((unsigned char)text[length])) length++;
    words->begin[words->count] = text, words->length[words->count++] = length;
    text += length;
  }
}

static uint32_t below(uint32_t bound) { return (uint32_t)(random_next() % bound); }

static uint32_t solid(const Words *words) {
  for (;;) {
    uint32_t k = below(words->count);
    if (!isspace((unsigned char)*words->begin[k])) return k;
  }
}

/* What stands in the place of a word: nothing, it twice, another, a number beside it, or a sign. */
static void put_other(const Words *words, uint32_t k, char *out, size_t room) {
  static const char *const signs[] = {"(", ")",  "0",           "1", "real", "1e400", "\xCE", "=",
                                      "x", "-1", "99999999999", ":", "[",    "]",     ",",    "2.5"};
  int length = (int)(words->length[k] < room / 3 ? words->length[k] : room / 3);
  const char *word = words->begin[k];
  uint32_t other = solid(words), way = below(6);
  if (isdigit((unsigned char)*word) && length < 9 && way < 3)
    (void)snprintf(out, room, "%d", atoi(word) + (way == 0 ? 1 : way == 1 ? -1 : 10));
  else if (way == 0)
    out[0] = '\0';
  else if (way == 1)
    (void)snprintf(out, room, "%.*s %.*s", length, word, length, word);
  else if (way < 4)
    (void)snprintf(out, room, "%.*s", (int)(words->length[other] < room ? words->length[other] : room - 1),
                   words->begin[other]);
  else if (way == 4)
    (void)snprintf(out, room, "%.*sx", length, word);
  else
    (void)snprintf(out, room, "%s", signs[below(sizeof signs / sizeof *signs)]);
}

/* The text with one word changed, or up to three. */
static void change(const Words *words, char *out, size_t room) {
  char other[3][200];
  uint32_t at[3], changes = below(4) == 0 ? 1 + below(3) : 1;
  size_t used = 0;
  for (uint32_t c = 0; c < changes; c++) at[c] = solid(words), put_other(words, at[c], other[c], sizeof other[c]);
  for (uint32_t k = 0; k < words->count; k++) {
    const char *text = words->begin[k];
    size_t length = words->length[k];
    for (uint32_t c = 0; c < changes; c++) {
      if (at[c] == k) text = other[c], length = strlen(other[c]);
    }
    if (used + length + 1 >= room) break;
    memcpy(out + used, text, length);
    used += length;
  }
  out[used] = '\0';
}

/* ---------------------------------------------------------------- files -- */

typedef uint64_t (*Reader)(Store *store, const char *text, uint64_t hash);

typedef struct Folder {
  const char *path, *suffix;
  uint32_t changes; /* of each file */
  Reader reader;
  const char *what; /* it is read for */
} Folder;

static const Folder folders[] = {
    {"tests/corpus", ".adj", 160, read_module, "definitions"},
    {"tests/corpus", ".adj", 40, read_laid_out, "layout"},
    {"tests/campaigns/right", ".prim", 80, read_specification, "specification"},
    {"tests/frechet/programs", ".frechet", 400, read_frechet, "functions"},
    {"tests/frechet", ".frechet", 400, read_frechet, "functions"},
    {"tests/fpcore/programs", ".fpcore", 400, read_fpcore, "functions"},
    {"tests/fpcore", ".fpcore", 400, read_fpcore, "functions"},
    {"tests/ks/programs", ".ks", 400, read_ks, "functions"},
    {"tests/ks", ".ks", 400, read_ks, "functions"},
    {"tests/cad/programs", ".cad", 400, read_cad, "functions"},
    {"tests/cad", ".cad", 400, read_cad, "functions"},
    {"tests/notes/programs", ".notes", 400, read_notes, "functions"},
    {"tests/notes", ".notes", 400, read_notes, "functions"},
};

/* Texts of one line. */
static const struct {
  const char *text;
  Reader reader;
  const char *what;
} lines[] = {
    {"let x = x1 * 2 in (sin x, \\v : real_. scale(cos x; v))", read_term, "term"},
    {"((x1 * 3, \\v : real_. let v = (v, (0_ : real_)) in fst v), neg x1)", read_term, "term"},
    {"(build 3 (i. if i == x3 then x2 ! i else toReal (i + 2))) ! 1", read_term, "term"},
    {"(\\v : !real >< real_. case v of !y >< v -> scale(y; v), (5/2 : real))", read_term, "term"},
    {"letrec go (n : Int) : real = if n < 1 then 1 else x1 * go (n - 1) in go 3", read_term, "term"},
    {"fold (a c. a * x1 + c) 0 x2 + x1 ^ 3 + max x1 (sqrt (x2 ! 1))", read_term, "term"},
    {"(map (x. x * x1) x2, sum x2, let b = x1 in b * b)", read_term, "term"},
    {"case (!x1 >< v) of !y >< v -> Dsin^t(y; v) + D*(x1, y; (v, v)) + 0_", read_linear, "linear term"},
    {"let v = D*^t(x1, x1; v) in fst v + snd v + 0_", read_linear, "linear term"},
    {"(scale(x1; v), (Dsin(x1; v) : real_), 0_ : 1_)", read_linear, "linear term"},
    {"neg(; v) + scale(x2 ! 1; (\\v : real_. v) @ v) + Dexp(x1; v)", read_linear, "linear term"},
    {"Vec (Int * real^2) -> [real -> real]^4", read_type, "type"},
    {"mu a. (1 + (real * a)) -> real^3 -o_ !real >< real_", read_type, "type"},
    {"(Int -> real_ -o real_^2) * 1 * (real + Int) * [[Int]^2]^3", read_type, "type"},
    {"poly,size=4", read_description, "space"},
    {"size=3;contexts=real|real,real^2;types=real,real*real,real->real;ops=+,*,2", read_description, "space"},
    {"size=3;terms=let,pair,fst,snd,lam,app;results=real;constants=2,1/2,pi", read_description, "space"},
};

typedef struct Known {
  const char *path, *what;
  uint64_t digest[PARTS];
} Known;

static const Known known[] = {
#include "tests/unit/changed_texts.def"
};

static char text[TEXT_MOST], changed[TEXT_MOST + 1000];
static Words words;

/* 1 if what is said of the changes of `text` is not known. */
static uint32_t check_text(const char *path, const char *what, uint32_t changes, Reader reader) {
  uint64_t own[PARTS];
  split(text, &words);
  random_state = digest(0, path);
  for (uint32_t part = 0; part < PARTS; part++) {
    own[part] = DIGEST_EMPTY;
    for (uint32_t k = 0; k < changes / PARTS; k++) {
      Store *store = store_new(TERMS);
      assert_non_null(store);
      change(&words, changed, sizeof changed);
      own[part] = reader(store, changed, own[part]);
      store_free(store);
    }
  }
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (strcmp(known[i].path, path) == 0 && strcmp(known[i].what, what) == 0 &&
        memcmp(known[i].digest, own, sizeof own) == 0)
      return 0;
  }
  print_error("{\"%s\", \"%s\", {", path, what);
  for (uint32_t part = 0; part < PARTS; part++)
    print_error("%s0x%016llXu", part == 0 ? "" : ", ", (unsigned long long)own[part]);
  print_error("}},\n");
  return 1;
}

static uint32_t check_file(const Folder *folder, const char *name) {
  char path[600];
  (void)snprintf(path, sizeof path, "%s/%s", folder->path, name);
  FILE *in = fopen(path, "r");
  assert_non_null(in);
  text[fread(text, 1, TEXT_MOST - 1, in)] = '\0';
  assert_int_equal(fclose(in), 0);
  return check_text(path, folder->what, folder->changes, folder->reader);
}

static int of_suffix(const struct dirent *entry) {
  const char *end = strrchr(entry->d_name, '.');
  return end != NULL && strcmp(end, ".expected") != 0 && entry->d_name[0] != '.';
}

/* A row that is no more known is printed as it is now. */
static void changed_texts(void **state) {
  (void)state;
  uint32_t others = 0, files = 0;
  for (size_t f = 0; f < sizeof folders / sizeof *folders; f++) {
    struct dirent **entries;
    int count = scandir(folders[f].path, &entries, of_suffix, alphasort);
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
      const char *name = entries[i]->d_name, *end = strrchr(name, '.');
      if (strcmp(end, folders[f].suffix) == 0) files++, others += check_file(&folders[f], name);
      free(entries[i]);
    }
    free(entries);
  }
  for (size_t k = 0; k < sizeof lines / sizeof *lines; k++, files++) {
    (void)snprintf(text, sizeof text, "%s", lines[k].text);
    others += check_text(lines[k].text, lines[k].what, 400, lines[k].reader);
  }
  assert_int_equal(others, 0);
  assert_int_equal(files, sizeof known / sizeof *known);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(changed_texts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
