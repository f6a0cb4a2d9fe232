/* Flat values of first-order types, to and from JSON and text.
 *
 * A real is a number, or a string with a decimal or a ratio ("3/4"); real^n and
 * other arrays are JSON arrays; a tuple (a, b, c), which is ((a, b), c), is an
 * array of its components; () is []; an Int is a whole number.  Linear types
 * are written like the Cartesian ones. */
#ifndef ADJUDGE_CLI_VALUES_H
#define ADJUDGE_CLI_VALUES_H

#include "semantics/tables/store.h"
#include "verify/cli/numbers.h"

#include <jansson.h>

/* More than the types of a file may nest. */
#define VALUE_MAX_NESTING 5000u

/* What is read, and into which ring. */
typedef struct ValueReader {
  Store *store;
  Ring *ring;
  RingChoice choice;
  char path[256]; /* where in the value: "x[2][0]" */
  char error[704];
} ValueReader;

/* Reads JSON text; numbers become JSON strings, which keeps every digit, and
 * bare words do too.  NULL with a message in `error` when it is not JSON. */
json_t *value_parse(const char *text, size_t length, char *error, size_t error_size);

/* Writes the dim(type) scalars of the value to `out`.  `name` begins the path
 * of an error.  False, with `reader->error` set, when the value does not have
 * the type. */
bool value_read(ValueReader *reader, const char *name, TypeId type, const json_t *json, Scalar *out);

/* How scalars are written. */
typedef struct ValueWriter {
  FILE *out;
  const TypeTable *types;
  Ring *ring;
  RingChoice choice;
  OutputFormat format;
} ValueWriter;

/* Writes a value of a first-order type; false when the type is nested deeper
 * than VALUE_MAX_NESTING. */
bool value_write(const ValueWriter *writer, TypeId type, const Scalar *value);

/* Writes `text` as a JSON string. */
void json_write_string(FILE *out, const char *text);

#endif
