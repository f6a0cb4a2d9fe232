/* What pages and code hosts are told: where a rule's text begins; of a curve only what is certified as a kink. */
#include "tests/unit/specification.h"
#include "verify/campaign/picture.h"
#include "verify/primitive/campaign.h"
#include "verify/primitive/primitive.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void is_at(const Primitive *primitive, PrimitiveText text, uint32_t line, uint32_t column) {
  assert_int_equal(primitive->place[text].line, line);
  assert_int_equal(primitive->place[text].column, column);
}

static void places(void **state) {
  (void)state;
  static const char text[] =
      "-- a comment\nprimitive f (x : real) : real\nvalue  = abs x -- of x\nvjp =\n  -- it comes\n"
      "     scale(sign x; v)\nkink = x = 0 : 0\nkink = x = 1 : 0\nlinear\n";
  Store *store = store_new((uint32_t)1 << 20);
  Primitive primitive;
  assert_non_null(store);
  specification_read(store, &primitive, "%s", text);
  is_at(&primitive, PRIMITIVE_HEADER, 2, 1);
  is_at(&primitive, PRIMITIVE_VALUE, 3, 10);
  is_at(&primitive, PRIMITIVE_JVP, 0, 0);
  is_at(&primitive, PRIMITIVE_VJP, 6, 6);
  is_at(&primitive, PRIMITIVE_KINK, 7, 8);
  is_at(&primitive, PRIMITIVE_CLAIM, 9, 1);
  primitive_free(&primitive);
  store_free(store);
}

#define POINTS 21

/* |x| on [-1, 1] with a spot at 0 of which somebody says something. */
static char *picture_of(bool certified, bool differentiable, bool undefined, PictureMark mark) {
  static CurvePoint points[POINTS];
  CurveCell cells[] = {{.from = -1, .to = -0.5, .undefined = undefined},
                       {.from = -0.5, .to = 0, .undefined = undefined}};
  CurveSpot spot = {.from = -0.01,
                    .to = 0.01,
                    .at = "0",
                    .says = "not differentiable",
                    .differentiable = differentiable,
                    .certified = certified};
  for (int i = 0; i < POINTS; i++) {
    double x = -1 + 2.0 * i / (POINTS - 1);
    points[i] = (CurvePoint){x, x < 0 ? -x : x, x < 0 ? -1 : 1, true, true};
  }
  Curve curve = {cells, points, &spot, 2, POINTS, 1, 0};
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  assert_true(picture_write(out, &curve, "<x>", mark));
  assert_int_equal(fclose(out), 0);
  return text;
}

static uint32_t count(const char *text, const char *part) {
  uint32_t n = 0;
  for (; (text = strstr(text, part)) != NULL; text++) n++;
  return n;
}

static void kinks(void **state) {
  (void)state;
  const PictureMark none = {false, 0};
  char *kink = picture_of(true, false, false, none), *unknown = picture_of(false, false, false, none),
       *smooth = picture_of(true, true, false, none);
  assert_non_null(strstr(kink, "<title>&lt;x&gt; = 0: not differentiable</title>"));
  assert_non_null(strstr(kink, "; no f' at 1</text>"));
  assert_int_equal(count(strstr(kink, "class=\"s\""), "M"), 2); /* the derivative is two lines, the function one */
  assert_int_equal(count(strstr(kink, "class=\"v\""), "M"), 3);
  assert_null(strstr(unknown, "no f'"));
  assert_null(strstr(unknown, "class=\"k\""));
  assert_null(strstr(smooth, "no f'"));
  free(kink), free(unknown), free(smooth);
}

static void marks(void **state) {
  (void)state;
  char *text = picture_of(true, true, true, (PictureMark){true, 0.5});
  assert_non_null(strstr(text, "<rect class=\"u\" x=\"0\" width=\"150\"")); /* two cells as one */
  assert_int_equal(count(text, "class=\"u\""), 1);
  assert_non_null(strstr(text, "class=\"w\" d=\"M225.0 0V"));
  free(text);
}

static void too_little(void **state) {
  (void)state;
  CurvePoint points[2] = {{.x = 0, .has_value = true}, {.x = 1, .has_value = true}};
  Curve curve = {NULL, points, NULL, 0, 2, 0, 0};
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  assert_false(picture_write(out, &curve, "x", (PictureMark){false, 0}));
  assert_int_equal(fclose(out), 0);
  assert_string_equal(text, "");
  free(text);
}

/* By its name each property says what it claims; what is none claims nothing. */
static void claims(void **state) {
  (void)state;
  for (int k = 0; k < PROPERTY_COUNT; k++) {
    const char *statement = property_statement((PropertyId)k);
    assert_true(strlen(statement) > 0);
    assert_string_equal(property_statement_of(property_name((PropertyId)k)), statement);
  }
  assert_string_equal(property_statement_of(""), "");
  assert_string_equal(property_statement_of("no property"), "");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(places), cmocka_unit_test(kinks), cmocka_unit_test(marks),
                                     cmocka_unit_test(too_little), cmocka_unit_test(claims)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
