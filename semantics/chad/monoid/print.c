/* The normal form of elements, written. */
#include "semantics/chad/monoid/element.h"

#include <stdio.h>
#include <string.h>

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

Status monoid_normal_print(Machine *machine, const MonoidElement *element, char *buffer, size_t size) {
  Writer writer = {buffer, size};
  if (size > 0) *buffer = '\0';
  uint32_t depth = machine->depth;
  Status status = write_element(machine, &writer, element);
  machine->depth = depth;
  return status;
}
