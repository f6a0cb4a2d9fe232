#include "verify/system/program_json.h"

static json_t *statement_json(const Residual *r, const Statement *s) {
  json_t *list = json_array();
  (void)json_array_append_new(list, json_string(construct_name(s->construct)));
  uint32_t operands = construct_operands(s->construct);
  if (operands > 0) (void)json_array_append_new(list, json_integer(s->a));
  if (operands > 1) (void)json_array_append_new(list, json_integer(s->b));
  if (s->construct == CONSTRUCT_NUMBER || s->construct == CONSTRUCT_POWER)
    (void)json_array_append_new(list, json_real(s->number));
  for (uint32_t o = 0; s->construct == CONSTRUCT_RETURN && o < r->outputs; o++)
    (void)json_array_append_new(list, json_integer(r->result[s->result + o]));
  return list;
}

static json_t *block_json(const Residual *r, uint32_t from) {
  json_t *block = json_array();
  for (uint32_t i = from;; i++) {
    const Statement *s = &r->statement[i];
    json_t *one = statement_json(r, s);
    if (construct_is_test(s->construct)) {
      (void)json_array_insert_new(one, 0, json_string("if"));
      (void)json_array_append_new(one, block_json(r, i + 1));
      (void)json_array_append_new(one, block_json(r, s->otherwise));
    }
    (void)json_array_append_new(block, one);
    if (s->construct == CONSTRUCT_RETURN || construct_is_test(s->construct)) return block;
  }
}

json_t *program_json(const Residual *r) {
  return json_pack("{s:I, s:I, s:o}", "inputs", (json_int_t)r->inputs, "outputs", (json_int_t)r->outputs, "code",
                   block_json(r, 0));
}
