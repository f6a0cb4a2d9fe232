/* LM-*, CP-FWD, CP-REV, SPLIT, STAGES and CL-SEM.
 *
 * The equations of linear maps are not about the program: each program is asked for
 * some instances, so that a campaign goes through all of them.  The other laws are
 * about its derivative by the working notes: at the point at hand and, where normal
 * forms decide, for all inputs, maps and (co)tangents. */
#include "ad/linmap/stages.h"
#include "semantics/memory/try.h"
#include "verify/battery/subject.h"
#include "verify/laws/linmap/equations.h"

#define STREAM_LINMAP 512
/* Instances of LM-* a program is asked for; of each equation when thorough. */
#define INSTANCES 1u
#define INSTANCES_THOROUGH 6u
/* One program in so many goes through the laws about derivatives, unless thorough. */
#define LINMAP_ROTATION 4u
#define LINMAP_FUEL ((uint64_t)1 << 20)
#define LINMAP_WORK ((uint64_t)20000)

/* A program in the notes' language, and scalars for it over one ring: random at a
 * point, or variables. */
typedef struct Look {
  Subject *subject;
  Ring *ring;
  bool symbolic;
  const LmRep *rep;
  LmBuilder builder;
  LmProgram program, threaded, wide, narrow; /* Fig. 8 at (S,S) and at S */
  Split split[3];                            /* by pruning */
  LinmapStages stages;
  const LmType *from, *to;
  Machine machine;
  uint64_t drawn;
} Look;

static Scalar draw(Look *look) {
  uint64_t k = look->drawn++;
  if (!look->symbolic) return subject_random(look->subject, STREAM_LINMAP, k);
  if (k < symbolic_variable_count(look->ring)) return symbolic_variable(look->ring, (uint32_t)k);
  ring_fail(look->ring, STATUS_LIMIT);
  return ring_integer(look->ring, 0);
}

static LmEval eval_of(Look *look, const LmProgram *program) { return (LmEval){&look->machine, look->rep, program}; }

/* A vector of dT with scalars drawn. */
static Status draw_tangent(Look *look, const LmType *type, LmValue *out) {
  LmEval eval = eval_of(look, NULL);
  Scalar *flat = arena_array(look->machine.arena, (size_t)type->dim + 1, sizeof *flat);
  if (flat == NULL) return STATUS_LIMIT;
  for (uint32_t k = 0; k < type->dim; k++) flat[k] = draw(look);
  const Scalar *read = flat;
  Status status = ring_take_status(look->ring);
  return status == STATUS_OK ? lm_tangent_read(&eval, type, &read, out) : status;
}

static Status argument(Look *look, LmValue *out) {
  LmEval eval = eval_of(look, NULL);
  const Subject *subject = look->subject;
  if (!look->symbolic) {
    const Scalar *read = subject->point;
    return lm_value_read(&eval, look->from, &read, out);
  }
  /* inputs are reals alone */
  return draw_tangent(look, look->from, out);
}

static Status flatten(Look *look, const LmValue *value, uint32_t n, Scalar **out) {
  *out = subject_room(look->subject, (size_t)n + 1, sizeof **out);
  if (*out == NULL) return STATUS_LIMIT;
  Scalar *end = *out;
  lm_value_write(value, &end);
  return end == *out + n ? STATUS_OK : STATUS_STUCK;
}

/* Two sides, the values first if any, then vectors. */
typedef struct Both {
  Scalar *value[2], *vector[2];
  uint32_t length; /* of the vectors; 0: none */
} Both;

/* --------------------------------------------------------------------- CL-SEM -- */

static Status cl_sides(Look *look, int k, Both *both) {
  LmEval eval = eval_of(look, &look->program);
  LmValue x, direct, through = {0};
  uint32_t last = look->program.count - 1, n = look->subject->outputs;
  TRY(argument(look, &x));
  TRY(linmap_run(&eval, last, &x, &direct));
  TRY(cl_run(&eval, &look->split[k].program, last, &x, &through));
  TRY(flatten(look, &direct, n, &both->value[0]));
  return flatten(look, &through, n, &both->value[1]);
}

/* ---------------------------------------------------------------------- SPLIT -- */

static Status split_sides(Look *look, int k, Both *both) {
  LmEval eval = eval_of(look, &look->threaded);
  LmValue x, direct, map, through = {0}, dt, expected = {0}, found = {0};
  SplitRecord record;
  uint32_t last = look->program.count - 1;
  const Split *split = &look->split[k];
  both->length = look->from->dim;
  Status status = argument(look, &x);
  if (status == STATUS_OK) status = draw_tangent(look, look->to, &dt);
  if (status == STATUS_OK) status = linmap_run(&eval, last, &x, &direct);
  if (status == STATUS_OK) status = linmap_run(&eval, look->threaded.count - 1, &x, &map);
  if (status == STATUS_OK) status = look->rep->reverse(&eval, &dt, map.map, &expected);
  if (status == STATUS_OK) status = split_forward(&eval, split, &x, &through, &record);
  if (status == STATUS_OK && !split_conforms(split->record[last], &record)) status = STATUS_ILL_TYPED;
  if (status == STATUS_OK) status = split_back(&eval, split, &record, &dt, &found);
  if (status == STATUS_OK) status = flatten(look, &direct, look->subject->outputs, &both->value[0]);
  if (status == STATUS_OK) status = flatten(look, &through, look->subject->outputs, &both->value[1]);
  if (status == STATUS_OK) status = flatten(look, &expected, both->length, &both->vector[0]);
  return status == STATUS_OK ? flatten(look, &found, both->length, &both->vector[1]) : status;
}

/* --------------------------------------------------------------------- STAGES -- */

/* Stage k + 1 against the stage it is made from: ANF by its value, the others by the
 * image of a seed, and the transposed Jacobian against the Jacobian by .R. */
static Status stage_sides(Look *look, int k, Both *both) {
  const LinmapStages *stages = &look->stages;
  LmEval eval = eval_of(look, &stages->program[k]);
  LinmapStage stage = (LinmapStage)(k + 1), before = (LinmapStage)k;
  LmValue x, seed, map, expected = {0}, found = {0};
  Status status = argument(look, &x);
  if (status != STATUS_OK) return status;
  if (stage <= LINMAP_STAGE_JACOBIAN) { /* the Jacobian itself is for AD-* to judge */
    LmEval anf = eval_of(look, &stages->program[LINMAP_STAGE_ANF]);
    status = linmap_run(&eval, stages->program[0].count - 1, &x, &expected);
    if (status == STATUS_OK) status = linmap_run(&anf, anf.program->count - 1, &x, &found);
    if (status == STATUS_OK) status = flatten(look, &expected, look->subject->outputs, &both->value[0]);
    return status == STATUS_OK ? flatten(look, &found, look->subject->outputs, &both->value[1]) : status;
  }
  bool reverse = stage >= LINMAP_STAGE_TRANSPOSED;
  both->length = reverse ? look->from->dim : look->to->dim;
  status = draw_tangent(look, reverse ? look->to : look->from, &seed);
  if (status == STATUS_OK && stage == LINMAP_STAGE_TRANSPOSED) {
    LmEval jacobian = eval_of(look, &stages->program[LINMAP_STAGE_JACOBIAN_OPTIMISED]);
    status = linmap_run(&jacobian, jacobian.program->count - 1, &x, &map);
    if (status == STATUS_OK) status = look->rep->reverse(&jacobian, &seed, map.map, &expected);
  } else if (status == STATUS_OK) {
    status = linmap_stage_image(&eval, stages, before, &x, &seed, &expected);
  }
  if (status == STATUS_OK) status = linmap_stage_image(&eval, stages, stage, &x, &seed, &found);
  if (status == STATUS_OK) status = flatten(look, &expected, both->length, &both->vector[0]);
  return status == STATUS_OK ? flatten(look, &found, both->length, &both->vector[1]) : status;
}

/* ----------------------------------------------------------- CP-FWD and CP-REV -- */

static Status make(Look *look, LmSpec spec, LmValue *out) {
  LmEval eval = eval_of(look, NULL);
  *out = (LmValue){.kind = LM_VALUE_MAP};
  return look->rep->make(&eval, &spec, &out->map);
}
static Status make2(Look *look, LmKind kind, const LmType *from, const LmType *to, const LmValue *first,
                    const LmValue *second, LmValue *out) {
  LmEval eval = eval_of(look, NULL);
  LmValue both;
  Status status = lm_value_pair(&eval, first, second, &both);
  return status == STATUS_OK
             ? make(look, (LmSpec){.kind = kind, .from = from, .to = to, .n = 2, .maps = both.part}, out)
             : status;
}
/* D of a vector drawn, on S; and S of a number drawn. */
static Status draw_diagonal(Look *look, bool one_number, LmValue *out) {
  LmSpec spec = {.kind = one_number ? LM_SCALE : LM_DIAG, .from = look->from, .to = look->from};
  spec.k = (LmValue){.kind = LM_VALUE_REAL};
  Status status = STATUS_OK;
  if (one_number)
    spec.k.scalar = draw(look);
  else
    status = draw_tangent(look, look->from, &spec.k);
  return status == STATUS_OK ? make(look, spec, out) : status;
}

/* join : (S,S) -o S = D(v) >< S(k) and fork : S -o (S,S) = D(w) x D(u). */
static Status draw_maps(Look *look, const LmType *twice, LmValue *join, LmValue *fork) {
  LmValue d[4];
  Status status = STATUS_OK;
  for (int k = 0; k < 4 && status == STATUS_OK; k++) status = draw_diagonal(look, k == 1, &d[k]);
  if (status == STATUS_OK) status = make2(look, LM_HCAT, twice, look->from, &d[0], &d[1], join);
  return status == STATUS_OK ? make2(look, LM_VCAT, look->from, twice, &d[2], &d[3], fork) : status;
}

/* df(x, m), Fig. 8 at the space that m is from. */
static Status differential(Look *look, const LmProgram *program, const LmValue *x, const LmValue *m, LmValue *out) {
  LmEval eval = eval_of(look, program);
  LmValue pair;
  TRY(lm_value_pair(&eval, x, m, &pair));
  return linmap_run(&eval, program->count - 1, &pair, out);
}

static Status flatten_both(Look *look, const LmValue values[2], const LmValue vectors[2], Both *both) {
  Status status = STATUS_OK;
  for (int k = 0; k < 2 && status == STATUS_OK; k++) {
    status = flatten(look, &values[k].part[0], look->subject->outputs, &both->value[k]);
    if (status == STATUS_OK) status = flatten(look, &vectors[k], both->length, &both->vector[k]);
  }
  return status;
}

/* m1 = join : (S,S) -o S, m2 = fork : S -o (S,S), db in dS. */
static Status cp_forward_sides(Look *look, int k, Both *both) {
  LmEval eval = eval_of(look, NULL);
  LmValue x, join, fork, both_maps, db, da, values[2], vectors[2];
  const LmType *twice = lm_pair_type(&look->builder, look->from, look->from);
  (void)k;
  if (twice == NULL) return STATUS_LIMIT;
  both->length = look->to->dim;
  TRY(argument(look, &x));
  TRY(draw_maps(look, twice, &join, &fork));
  TRY(draw_tangent(look, look->from, &db));
  TRY(differential(look, &look->wide, &x, &join, &values[0]));
  TRY(look->rep->apply(&eval, fork.map, &db, &da));
  TRY(look->rep->apply(&eval, values[0].part[1].map, &da, &vectors[0]));
  TRY(make2(look, LM_COMPOSE, look->from, look->from, &join, &fork, &both_maps));
  TRY(differential(look, &look->narrow, &x, &both_maps, &values[1]));
  TRY(look->rep->apply(&eval, values[1].part[1].map, &db, &vectors[1]));
  return flatten_both(look, values, vectors, both);
}

/* d_R f(x,m) = let (t,n) = df(x, m^T) in (t, n^T), then n^T . dr. */
static Status reverse_differential(Look *look, const LmProgram *program, const LmType *space, const LmValue *x,
                                   const LmValue *m, const LmValue *dr, LmValue *value, LmValue *out) {
  LmEval eval = eval_of(look, NULL);
  LmValue transposed, map;
  LmSpec spec = {.kind = LM_TRANSPOSE, .from = space, .to = look->from, .n = 1, .maps = m};
  TRY(make(look, spec, &transposed));
  TRY(differential(look, program, x, &transposed, value));
  LmValue n = value->part[1];
  spec = (LmSpec){.kind = LM_TRANSPOSE, .from = look->to, .to = space, .n = 1, .maps = &n};
  TRY(make(look, spec, &map));
  return look->rep->apply(&eval, map.map, dr, out);
}

/* m1 = fork : S -o (S,S), m2 = join : (S,S) -o S, dr in dT. */
static Status cp_reverse_sides(Look *look, int k, Both *both) {
  LmEval eval = eval_of(look, NULL);
  LmValue x, join, fork, both_maps, dr, da, values[2], vectors[2];
  const LmType *twice = lm_pair_type(&look->builder, look->from, look->from);
  (void)k;
  if (twice == NULL) return STATUS_LIMIT;
  both->length = look->from->dim;
  Status status = argument(look, &x);
  if (status == STATUS_OK) status = draw_maps(look, twice, &join, &fork);
  if (status == STATUS_OK) status = draw_tangent(look, look->to, &dr);
  if (status == STATUS_OK) status = reverse_differential(look, &look->wide, twice, &x, &fork, &dr, &values[0], &da);
  if (status == STATUS_OK) status = look->rep->apply(&eval, join.map, &da, &vectors[0]);
  if (status == STATUS_OK) status = make2(look, LM_COMPOSE, look->from, look->from, &join, &fork, &both_maps);
  if (status == STATUS_OK)
    status = reverse_differential(look, &look->narrow, look->from, &x, &both_maps, &dr, &values[1], &vectors[1]);
  return status == STATUS_OK ? flatten_both(look, values, vectors, both) : status;
}

/* ------------------------------------------------------------------- deciding -- */

typedef Status (*SidesOf)(Look *look, int k, Both *both);

static Status run_sides(Look *look, Ring *ring, bool symbolic, SidesOf sides, int k, Both *both) {
  Battery *battery = look->subject->battery;
  ArenaMark mark = arena_mark(&battery->values);
  look->ring = ring;
  look->symbolic = symbolic;
  look->drawn = 0;
  look->machine = machine_make(battery->store, ring, &battery->values);
  look->machine.fuel = LINMAP_FUEL;
  *both = (Both){.length = 0};
  Status status = sides(look, k, both);
  Status left = ring_take_status(ring);
  arena_release(&battery->values, mark);
  return status != STATUS_OK ? status : left;
}

static bool all_equal(Ring *ring, uint32_t n, Scalar *const sides[2]) {
  for (uint32_t i = 0; i < n; i++)
    if (symbolic_equal(ring, sides[0][i], sides[1][i]) != SYMBOLIC_EQUAL) return false;
  return true;
}

/* Whether the two sides have one normal form; never what refutes. */
static bool proved(Look *look, SidesOf sides, int k) {
  Subject *subject = look->subject;
  Ring *ring = subject->battery->symbolic_large;
  Both both;
  if (subject->inputs != subject->tangents || subject->outputs != subject->cotangents) return false;
  size_t mark = ring_mark(ring);
  symbolic_set_work(ring, LINMAP_WORK);
  Status status = run_sides(look, ring, true, sides, k, &both);
  bool equal = status == STATUS_OK && (both.value[0] == NULL || all_equal(ring, subject->outputs, both.value)) &&
               all_equal(ring, both.length, both.vector);
  (void)ring_take_status(ring);
  ring_release(ring, mark);
  return equal;
}

/* With maps in the representation of look->rep. */
static void check_in(Look *look, LawId law, SidesOf sides, int k, const char *about) {
  Subject *subject = look->subject;
  Both both;
  const char *name = look->rep->name;
  Status status = run_sides(look, subject->ring, false, sides, k, &both);
  if (status != STATUS_OK) {
    judge_status(subject, law, 0, name, what(about), status);
    return;
  }
  bool holds = both.value[0] == NULL || judge_outputs(subject, law, 0, name, what(about), both.value[0], both.value[1]);
  if (both.length != 0)
    holds = judge_equal(subject, law, 0, name, what(about), both.length, both.vector[0], both.vector[1]) && holds;
  if (holds && proved(look, sides, k)) judge_count(subject, law, 0, OUTCOME_DECIDED);
}

/* One representation in turn; thorough, each. */
static void check(Look *look, LawId law, SidesOf sides, int k, const char *about) {
  Subject *subject = look->subject;
  uint64_t turn = ((uint64_t)subject->index + (uint64_t)k) % LM_REPRESENTATIONS;
  if (!law_on(subject, law)) return;
  for (uint64_t r = 0; r < LM_REPRESENTATIONS; r++) {
    look->rep = linmap_representations[r];
    if (subject->options->thorough || r == turn) check_in(look, law, sides, k, about);
  }
}

static Status open_look(Look *look) {
  LmBuilder *b = &look->builder;
  LmProgram anf;
  const char *missing = "";
  Status status = linmap_from_source(b, look->subject->program, &look->program, &missing);
  if (status == STATUS_OK) status = linmap_check(b, &look->program);
  if (status != STATUS_OK) return status;
  look->from = look->program.definitions[look->program.count - 1].from;
  look->to = look->program.definitions[look->program.count - 1].body->type;
  status = linmap_anf(b, &look->program, &anf);
  if (status == STATUS_OK) status = linmap_threaded(b, &anf, &look->threaded);
  const LmType *twice = lm_pair_type(b, look->from, look->from);
  if (status == STATUS_OK) status = linmap_polymorphic(b, &look->program, twice, &look->wide);
  if (status == STATUS_OK) status = linmap_polymorphic(b, &look->program, look->from, &look->narrow);
  for (int k = 0; k < 3 && status == STATUS_OK; k++)
    status = split_make(b, &look->program, (ClPruning)k, &look->split[k]);
  return status;
}

static void check_stages(Look *look) {
  if (!law_on(look->subject, LAW_STAGES)) return;
  LinmapStages *stages = &look->stages;
  stages->builder = look->builder;
  Status status = linmap_stages(stages, &look->program, LINMAP_ALL);
  if (status != STATUS_OK) {
    judge_status(look->subject, LAW_STAGES, 0, "", what("the pipeline"), status);
    return;
  }
  for (int k = 0; k + 1 < LINMAP_STAGE_COUNT; k++) {
    if (k + 1 == LINMAP_STAGE_JACOBIAN) continue;
    check(look, LAW_STAGES, stage_sides, k, linmap_stage_title((LinmapStage)(k + 1)));
  }
}

/* The laws about the program's derivative. */
static void check_program(Subject *subject) {
  static const LawId laws[] = {LAW_CP_FWD, LAW_CP_REV, LAW_SPLIT, LAW_CL_SEM};
  static const SidesOf sides[] = {cp_forward_sides, cp_reverse_sides, split_sides, cl_sides};
  static const char *const prunings[] = {"pruning nowhere", "pruning at lets", "pruning everywhere"};
  Battery *battery = subject->battery;
  Look look = {.subject = subject, .builder = {.store = battery->store, .arena = &battery->scratch}};
  bool any = law_on(subject, LAW_STAGES);
  for (int l = 0; l < 4; l++) any = any || law_on(subject, laws[l]);
  if (!any) return;
  Status status = open_look(&look);
  for (int l = 0; l < 4; l++) {
    if (status == STATUS_UNABLE || status == STATUS_LIMIT) {
      Outcome outcome = status == STATUS_UNABLE ? OUTCOME_REFUSED : OUTCOME_LIMIT;
      if (law_on(subject, laws[l])) judge_count(subject, laws[l], 0, outcome);
      continue;
    }
    if (status != STATUS_OK) {
      if (law_on(subject, laws[l])) judge_status(subject, laws[l], 0, "", what("the transformed program"), status);
      continue;
    }
    for (int k = 0; k < (l < 2 ? 1 : 3); k++) check(&look, laws[l], sides[l], k, l < 2 ? "" : prunings[k]);
  }
  if (status == STATUS_OK) check_stages(&look);
}

/* ----------------------------------------------------------------------- LM-* -- */

static void check_equation(Subject *subject, LmEquation equation, uint64_t instance, const LmRep *rep) {
  LawId law = (LawId)((int)LAW_LM_AT_COMPOSE + (int)equation);
  Battery *battery = subject->battery;
  Ring *ring = battery->symbolic_large;
  if (!law_on(subject, law)) return;
  Workspace workspace = subject_mark(subject);
  ArenaMark mark = arena_mark(&battery->values);
  size_t scalars = ring_mark(ring);
  symbolic_set_work(ring, UINT64_MAX);
  LmBuilder b = {.store = battery->store, .arena = &battery->scratch};
  Machine machine = machine_make(battery->store, ring, &battery->values);
  LmSides sides;
  LmOutcome outcome = LM_UNKNOWN;
  Status status = linmap_equation_sides(&b, equation, instance, &sides);
  if (status == STATUS_OK) status = linmap_equation_decide(&b, &machine, rep, &sides, &outcome);
  (void)ring_take_status(ring);
  ring_release(ring, scalars);
  arena_release(&battery->values, mark);
  subject_release(subject, workspace);
  What about = {.text = "instance", .name = {""}, .number = {(uint32_t)instance}};
  if (status != STATUS_OK)
    judge_status(subject, law, 0, rep->name, about, status);
  else if (outcome == LM_DIFFERENT)
    judge_refute(subject, law, 0, rep->name, about, "one normal form", "two");
  else
    judge_count(subject, law, 0, outcome == LM_EQUAL ? OUTCOME_DECIDED : OUTCOME_UNDECIDED);
}

/* Number n of all instances of all equations in all representations. */
static void check_instance(Subject *subject, uint64_t n) {
  const LmRep *rep = linmap_representations[n % LM_REPRESENTATIONS];
  LmEquation equation = (LmEquation)(n / LM_REPRESENTATIONS % LM_EQUATION_COUNT);
  uint64_t instances = linmap_equation_instances(equation);
  check_equation(subject, equation, n / LM_REPRESENTATIONS / LM_EQUATION_COUNT % instances, rep);
}

static void check_equations(Subject *subject) {
  if (!subject->options->thorough) {
    for (uint64_t k = 0; k < INSTANCES; k++) check_instance(subject, (uint64_t)subject->index * INSTANCES + k);
    return;
  }
  for (int e = 0; e < LM_EQUATION_COUNT; e++) {
    uint64_t instances = linmap_equation_instances((LmEquation)e);
    for (uint64_t k = 0; k < INSTANCES_THOROUGH; k++) {
      uint64_t word = random_word(subject->seed, STREAM_LINMAP + 1, k);
      check_equation(subject, (LmEquation)e, word % instances, linmap_representations[k % LM_REPRESENTATIONS]);
    }
  }
}

void laws_linmap(Subject *subject) {
  check_equations(subject);
  if (subject->options->thorough || (uint64_t)subject->index % LINMAP_ROTATION == 0) check_program(subject);
}
