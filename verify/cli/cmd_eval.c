/* adjudge eval: the value of a program at an input. */
#include "verify/cli/session.h"

static ExitCode evaluate(Session *session) {
  if (!session_first_order(session)) return EXIT_USAGE;
  const Program *program = &session->definition->program;
  InputSource source = {.option = "at", .file_option = "input", .what = "argument", .types = program->context};
  const Scalar *input = session_inputs(session, &source);
  Scalar *output = session_alloc(session, type_node(&session->store->types, program->type)->dim, sizeof *output);
  if (input == NULL || output == NULL) return EXIT_USAGE;
  Machine machine = session_machine(session);
  const Evaluator *evaluator = session_evaluator(session->arguments, &source_evaluator);
  Status status = evaluator->eval(&machine, program, input, output);
  if (status != STATUS_OK) return session_failed(session, evaluator->name, status);
  session_write(session, program->type, output);
  fputc('\n', session->arguments->out);
  return EXIT_HELD;
}

static ExitCode run_eval(const Arguments *arguments) {
  Session session;
  ExitCode code = session_open(&session, arguments) ? evaluate(&session) : EXIT_USAGE;
  session_close(&session);
  return code;
}

static const Option eval_options[] = {
    OPTIONS_DEFINITION,
    OPTIONS_INPUT,
    {.name = "evaluator", .kind = OPTION_CHOICE, .value = EVALUATOR_CHOICES, .help = "which meaning (default: source)"},
    {.name = NULL},
};
static const char *const eval_examples[] = {
    "eval tests/corpus/caddie.adj --at 'x=[3,4]' --size n=2", "eval a.adj --def f --at x=1/3 --ring rational",
    "eval tests/corpus/gmm.adj --input tests/golden/gmm-input.json --format json", NULL};
const Command command_eval = {
    .name = "eval",
    .summary = "the value of a program at an input",
    .operands = "FILE",
    .options = eval_options,
    .examples = eval_examples,
    .details = "Values are JSON: 1.5, [1, 2], [[1, 2], [3, 4]]; a tuple is an array of its components.\n"
               "Over exact rings numbers are read exactly: 0.1, \"3/4\".",
    .run = run_eval,
};
