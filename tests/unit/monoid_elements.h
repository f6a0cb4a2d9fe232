/* Elements of the monoids that linear types denote: made, compared, and their normal form written. */
#ifndef ADJUDGE_TESTS_MONOID_ELEMENTS_H
#define ADJUDGE_TESTS_MONOID_ELEMENTS_H

#include "semantics/chad/monoid/element.h"
#include "semantics/chad/monoid/merge.h"

#include <stdio.h>
#include <string.h>

/* !key (x) element, of that copower type. */
static Status monoid_singleton(Machine *machine, TypeId copower, const MonoidElement *key, const MonoidElement *element,
                               const MonoidElement **out) {
  if (type_kind(&machine->store->types, copower) != TYPE_COPOWER) return STATUS_STUCK;
  return map_singleton(machine, copower, key, element, out);
}

/* Equality where there are normal forms: types made of real_^n, 1, Int,
 * products, arrays and copowers at first-order keys over exact rings.  UNABLE
 * elsewhere. */
static Status monoid_equal(Machine *machine, const MonoidElement *a, const MonoidElement *b, bool *equal) {
  int order = 0;
  Status status = element_compare(machine, a, b, &order);
  *equal = status == STATUS_OK && order == 0;
  return status;
}

/* The value of a power, or of a function, at a key. */
static Status monoid_at(Machine *machine, const MonoidElement *power, const MonoidElement *key,
                        const MonoidElement **out) {
  uint32_t depth = machine->depth;
  Status status = element_at(machine, power, key, out);
  machine->depth = depth;
  return status;
}

#define SCALAR_SIZE 512

typedef struct Writer {
  char *at;
  size_t room; /* with the terminating zero */
} Writer;

static void write_text(Writer *writer, const char *text) {
  size_t length = strlen(text);
  if (writer->room == 0) return;
  if (length >= writer->room) length = writer->room - 1;
  memcpy(writer->at, text, length);
  writer->at += length;
  writer->room -= length;
  *writer->at = '\0';
}

static Status write_element(Machine *machine, Writer *writer, const MonoidElement *element);

static void write_scalars(Machine *machine, Writer *writer, const MonoidElement *vector) {
  char scalar[SCALAR_SIZE];
  if (vector->count != 1) write_text(writer, "[");
  for (uint32_t i = 0; i < vector->count; i++) {
    if (i > 0) write_text(writer, ", ");
    (void)ring_print(machine->ring, vector->scalars[i], scalar, sizeof scalar);
    write_text(writer, scalar);
  }
  if (vector->count != 1) write_text(writer, "]");
}

static Status write_parts(Machine *machine, Writer *writer, const MonoidElement *element, const char *open,
                          const char *close) {
  write_text(writer, open);
  for (uint32_t i = 0; i < element->count; i++) {
    if (i > 0) write_text(writer, ", ");
    TRY(write_element(machine, writer, element->parts[i]));
  }
  write_text(writer, close);
  return STATUS_OK;
}

/* {k -> y, ...} for a finite map; for a formal sum !k >< y + ..., keys unseen. */
static Status write_entries(Machine *machine, Writer *writer, const MonoidElement *map) {
  bool formal = map->kind == ELEMENT_FORMAL_SUM;
  write_text(writer, formal ? "{{" : "{");
  for (uint32_t i = 0; i < map->count; i++) {
    if (i > 0) write_text(writer, formal ? " + " : ", ");
    TRY(write_element(machine, writer, map->parts[2 * (size_t)i]));
    write_text(writer, " -> ");
    TRY(write_element(machine, writer, map->parts[2 * (size_t)i + 1]));
  }
  write_text(writer, formal ? "}}" : "}");
  return STATUS_OK;
}

static Status write_node(Machine *machine, Writer *writer, const MonoidElement *element) {
  char integer[32];
  switch (element->kind) {
  case ELEMENT_VECTOR: write_scalars(machine, writer, element); return STATUS_OK;
  case ELEMENT_UNIT: write_text(writer, "()"); return STATUS_OK;
  case ELEMENT_INT:
    (void)snprintf(integer, sizeof integer, "%lld", (long long)scalar_to_int(element->scalars[0]));
    write_text(writer, integer);
    return STATUS_OK;
  case ELEMENT_PAIR: return write_parts(machine, writer, element, "(", ")");
  case ELEMENT_ARRAY: return write_parts(machine, writer, element, "[", "]");
  case ELEMENT_INL: return write_parts(machine, writer, element, "inl ", "");
  case ELEMENT_INR: return write_parts(machine, writer, element, "inr ", "");
  case ELEMENT_FINITE_MAP:
  case ELEMENT_FORMAL_SUM: return write_entries(machine, writer, element);
  case ELEMENT_FUNCTION: write_text(writer, "<function>"); return STATUS_OK;
  case ELEMENT_HOM: write_text(writer, "<linear function>"); return STATUS_OK;
  case ELEMENT_POWER_ZERO:
  case ELEMENT_POWER_PLUS:
  case ELEMENT_POWER_IMAGE: write_text(writer, "<power>"); return STATUS_OK;
  }
  return STATUS_STUCK;
}

static Status write_element(Machine *machine, Writer *writer, const MonoidElement *element) {
  TRY(machine_enter(machine));
  Status status = write_node(machine, writer, element);
  machine_leave(machine);
  return status;
}

/* Writes an element's normal form, always terminated: vectors [1, 2], pairs
 * (a, b), copowers {key -> value, ...}, formal sums {{key -> value + ...}};
 * functions have none and print as such. */
static Status monoid_normal_print(Machine *machine, const MonoidElement *element, char *buffer, size_t size) {
  Writer writer = {buffer, size};
  if (size > 0) *buffer = '\0';
  uint32_t depth = machine->depth;
  Status status = write_element(machine, &writer, element);
  machine->depth = depth;
  return status;
}

#endif
