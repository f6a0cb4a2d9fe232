/* The code of derivatives by combinators: compiled C agrees with the residual terms,
 * and code has the size that is claimed. */
#include "tests/unit/combinatory_run.h"

#include <dlfcn.h>
#include <unistd.h>

typedef void (*Compiled)(const double *x, const double *w, double *y, double *z);

/* One library with the derivatives of all programs. */
static void *compile(const char *folder) {
  char path[256], command[600];
  (void)snprintf(path, sizeof path, "%s/code.c", folder);
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
    for (int reverse = 0; reverse < 2; reverse++) {
      char name[32];
      (void)snprintf(name, sizeof name, "f%zu_%d", i, reverse);
      CombinatoryDerivative d = make(programs[i], reverse != 0, COMBINATORY_FULL);
      /* the helper functions of each stand in one file under names of their own */
      char *text = NULL;
      size_t length = 0;
      FILE *memory = open_memstream(&text, &length);
      assert_int_equal(combinatory_write(&d, COMBINATORY_C, name, memory), STATUS_OK);
      fclose(memory);
      fprintf(out, "#define sign sign%zu_%d\n#define sigmoid sigmoid%zu_%d\n%s#undef sign\n#undef sigmoid\n", i,
              reverse, i, reverse, text);
      free(text);
    }
  }
  fclose(out);
  (void)snprintf(
      command, sizeof command,
      "cc -O1 -Wall -Werror -Wno-unused -Wno-unused-but-set-variable -shared -fPIC -o %s/code.so %s/code.c -lm", folder,
      folder);
  assert_int_equal(system(command), 0);
  (void)snprintf(path, sizeof path, "%s/code.so", folder);
  void *library = dlopen(path, RTLD_NOW);
  assert_non_null(library);
  return library;
}

/* The compiled C, the residual terms over doubles, and D over doubles agree. */
static void test_compiled_code(void **state) {
  (void)state;
  char folder[] = "/tmp/adjudge-test-XXXXXX", command[64];
  assert_non_null(mkdtemp(folder));
  void *library = compile(folder);
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
    for (int reverse = 0; reverse < 2; reverse++) {
      char name[32];
      double x[MOST], w[MOST], value[MOST], image[MOST], y[MOST], z[MOST];
      (void)snprintf(name, sizeof name, "f%zu_%d", i, reverse);
      for (uint32_t k = 0; k < MOST; k++) x[k] = point_of(k), w[k] = 1.5 - 0.5 * (double)(k % 4);
      run_program(programs[i], reverse ? &combinatory_reverse : &combinatory_forward, x, w, value, image);
      void *symbol = dlsym(library, name);
      assert_non_null(symbol);
      Compiled compiled;
      memcpy(&compiled, &symbol, sizeof compiled);
      compiled(x, w, y, z);
      CombinatoryDerivative d = make(programs[i], reverse != 0, COMBINATORY_FULL);
      for (uint32_t k = 0; k < d.outputs; k++) assert_near(y[k], value[k], 1e-14);
      for (uint32_t k = 0; k < (reverse ? d.inputs : d.outputs); k++) assert_near(z[k], image[k], 1e-13);
    }
  }
  dlclose(library);
  (void)snprintf(command, sizeof command, "rm -r %s", folder);
  assert_int_equal(system(command), 0);
}

/* ------------------------------------------------------------------ size -- */

/* The let code of sin (sin (... x)), in characters. */
static size_t written_size(uint32_t tower, CombinatoryBinding binding) {
  char text[4096] = "def f (x : real) = ", *code = NULL;
  size_t length = 0;
  for (uint32_t i = 0; i < tower; i++) strcat(text, "sin (");
  strcat(text, "x");
  for (uint32_t i = 0; i < tower; i++) strcat(text, ")");
  CombinatoryDerivative d = make(text, true, binding);
  FILE *out = open_memstream(&code, &length);
  assert_int_equal(combinatory_write(&d, COMBINATORY_LET, "f", out), STATUS_OK);
  fclose(out);
  free(code);
  return length;
}

static void test_size_of_code(void **state) {
  (void)state;
  /* each result named once: linear; by the paper's policy a unary tower is quadratic */
  assert_true(written_size(64, COMBINATORY_FULL) < 5 * written_size(16, COMBINATORY_FULL));
  assert_true(written_size(64, COMBINATORY_CADDIE) > 9 * written_size(16, COMBINATORY_CADDIE));
  /* a chain of lets, each used twice: exponential without names */
  char text[4096] = "def f (x : real) = ";
  for (int i = 0; i < 20; i++) {
    char let_text[64];
    (void)snprintf(let_text, sizeof let_text, "let y%d = %s%.0d * %s%.0d in ", i + 1, i == 0 ? "x" : "y", i,
                   i == 0 ? "x" : "y", i);
    strcat(text, let_text);
  }
  strcat(text, "y20");
  CombinatoryDerivative d = make(text, true, COMBINATORY_FULL);
  assert_true(combinatory_reverse.size(S, &d) < 20 * 60);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_compiled_code),
      cmocka_unit_test(test_size_of_code),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
