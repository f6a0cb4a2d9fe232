/* Requests and answers of another program: JSON objects, one a line, and numbers in them. */
#ifndef ADJUDGE_VERIFY_WIRE_H
#define ADJUDGE_VERIFY_WIRE_H

#include "verify/primitive/child.h"

#include <jansson.h>

/* A number, or "inf", "-inf", "nan". */
json_t *wire_number(double x);
/* A number, or a string that reads as one: "0x1.8p+1", "inf". */
bool wire_read_number(const json_t *json, double *x);

/* Sends the request, an object with the word "id", and takes the object that answers it, with the same one; the
 * request stays the caller's.  NULL with the child's message.  Before it the child may say what it is at, {"id": 3,
 * "at": 5}: child->at, lest a crash has to be looked for. */
json_t *wire_ask(Child *child, const json_t *request, double timeout, bool (*stopped)(void));
/* The same of a request that is text already, with the end of the line. */
json_t *wire_ask_line(Child *child, const char *line, double id, double timeout, bool (*stopped)(void));

#endif
