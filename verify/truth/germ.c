#include "verify/truth/germ.h"

#include "verify/truth/germ_tests.h"

#define WORK ((uint64_t)3000000)          /* of exact numbers, for one question */
#define QUICK_LIMIT 212                   /* bits, before exact numbers are asked */
#define BITS_PER_DIGIT 3.3219280948873624 /* log2 10, rounded up */

void germ_init(Germ *germ) {
  *germ = (Germ){.verdict = GERM_UNDECIDED, .certified = -1, .why = ""};
  enclosures_init(&germ->numbers);
}

void germ_clear(Germ *germ) {
  enclosures_clear(&germ->numbers);
  germ_init(germ);
}

const char *germ_verdict_name(const Germ *germ) {
  switch (germ->verdict) {
  case GERM_CERTIFIED: return "certified";
  case GERM_NOT_DIFFERENTIABLE: return germ->jump ? "jumps" : "not differentiable";
  case GERM_EDGE: return "not inside the domain";
  case GERM_UNDEFINED: return "undefined";
  case GERM_UNDECIDED: break;
  }
  return "not certified";
}

static void begin(Germ *germ) {
  Enclosures numbers = germ->numbers;
  germ_init(germ);
  germ->numbers = numbers;
}

static Status undefined(Germ *germ) {
  germ->verdict = GERM_UNDEFINED;
  germ->why = "undefined at this input";
  return STATUS_OK;
}

/* ------------------------------------------------------------- numbers -- */

static slong bits_for(const CertifiedOptions *options) {
  slong bits = (slong)((double)options->digits * BITS_PER_DIGIT) + 16;
  return bits < CERTIFIED_FIRST_PRECISION ? CERTIFIED_FIRST_PRECISION : bits;
}

/* k! c_k, and nothing above what is known. */
static void take_numbers(GermQuestion *question, const CertifiedOptions *options, ca_srcptr taylor, Germ *germ) {
  Enclosures *numbers = &germ->numbers;
  slong bits = bits_for(options);
  ca_t scaled;
  fmpz_t factorial;
  ca_init(scaled, question->exact.context);
  fmpz_init(factorial);
  for (uint32_t i = 0; i < numbers->outputs; i++) {
    arb_ptr row = numbers->balls + (size_t)i * (numbers->order + 1);
    _arb_vec_zero(row, (slong)numbers->order + 1);
    if (question->layout.output_is_int[i]) arb_set_si(row, scalar_to_int(question->word[i]));
    for (uint32_t k = 0; k <= numbers->order && !question->layout.output_is_int[i]; k++) {
      fmpz_fac_ui(factorial, k);
      ca_mul_fmpz(scaled, k == 0 ? question->value + i : taylor + (size_t)i * (numbers->order + 1) + k, factorial,
                  question->exact.context);
      if ((int)k <= germ->certified || germ->peano)
        exact_enclose(&question->exact, row + k, scaled, bits);
      else
        arb_indeterminate(row + k);
    }
  }
  numbers->precision = bits;
  ca_clear(scaled, question->exact.context);
  fmpz_clear(factorial);
}

/* The k-th coefficients by v^k: the sides go along 1. */
static void follow_direction(GermQuestion *question, const mpq_t *v, ca_ptr taylor) {
  ca_t step, power;
  ca_init(step, question->exact.context);
  ca_init(power, question->exact.context);
  exact_set_rational(&question->exact, step, v[question->real[0]]);
  for (uint32_t i = 0; i < question->layout.outputs; i++) {
    ca_one(power, question->exact.context);
    for (uint32_t k = 0; k <= question->order; k++) {
      ca_ptr c = taylor + (size_t)i * (question->order + 1) + k;
      ca_mul(c, c, power, question->exact.context);
      ca_mul(power, power, step, question->exact.context);
    }
  }
  ca_clear(step, question->exact.context);
  ca_clear(power, question->exact.context);
}

/* ------------------------------------------------------------ questions -- */

static Smt *solver_of(void *certified) { return certified_solver(certified); }

static Status open_question(Certified *certified, const Program *program, const mpq_t *x, uint32_t order, bool limit,
                            GermQuestion *question) {
  Truth *truth = certified_truth(certified);
  *question = (GermQuestion){
      .truth = truth, .program = program, .x = x, .order = order, .limit = limit, .smt = solver_of, .state = certified};
  certified_renew(certified);
  Status status = truth_layout(truth, program, &question->layout);
  if (status != STATUS_OK) return status;
  question->real = arena_array(&truth->arena, question->layout.inputs, sizeof *question->real);
  question->word = arena_array(&truth->arena, question->layout.outputs, sizeof *question->word);
  if (question->real == NULL || question->word == NULL) return STATUS_LIMIT;
  for (uint32_t i = 0; i < question->layout.inputs; i++) {
    if (!question->layout.input_is_int[i]) question->real[question->dimension++] = i;
  }
  return STATUS_OK;
}

static void judge_combinations(GermQuestion *question, const mpq_t *v, Germ *germ, ca_ptr taylor) {
  Combinations combinations;
  combinations_open(question, &combinations);
  germ_agreement(&combinations, v, germ, taylor);
  if (germ->verdict != GERM_CERTIFIED && !germ->peano) germ_refute(&combinations, v, germ);
  combinations_close(&combinations);
}

static void judge(GermQuestion *question, const mpq_t *v, Germ *germ, ca_ptr taylor) {
  Status status = question->limit ? STATUS_OK : germ_value(question);
  germ->why = "the value is not decided";
  if (status == STATUS_DOMAIN) (void)undefined(germ);
  if (status != STATUS_OK) return;
  germ->certified = 0;
  germ->why = "too many inputs";
  if (question->dimension == 0) {
    germ->verdict = GERM_CERTIFIED;
  } else if (question->dimension == 1) {
    germ_sides(question, germ, taylor);
    follow_direction(question, v, taylor);
  } else if (!question->limit)
    judge_combinations(question, v, germ, taylor);
  if (germ->verdict != GERM_CERTIFIED) return;
  germ->certified = (int)question->order;
  germ->why = "";
}

/* By germs. */
static Status ask_germs(Certified *certified, const Program *program, const mpq_t *x, const mpq_t *v,
                        const CertifiedOptions *options, bool limit, Germ *germ) {
  Arena *arena = &certified_truth(certified)->arena;
  ArenaMark mark = arena_mark(arena);
  GermQuestion question;
  Status status = open_question(certified, program, x, options->order, limit, &question);
  if (status == STATUS_OK) status = enclosures_shape(&germ->numbers, &question.layout, options->order);
  if (status == STATUS_OK) {
    slong outputs = (slong)question.layout.outputs, places = outputs * ((slong)options->order + 1);
    exact_init(&question.exact, WORK);
    question.value = _ca_vec_init(outputs, question.exact.context);
    ca_ptr taylor = _ca_vec_init(places, question.exact.context);
    judge(&question, v, germ, taylor);
    if (germ->certified >= 0) take_numbers(&question, options, taylor, germ);
    _ca_vec_clear(taylor, places, question.exact.context);
    _ca_vec_clear(question.value, outputs, question.exact.context);
    exact_clear(&question.exact);
  }
  arena_release(arena, mark);
  return status;
}

/* Jets, with few bits first where exact numbers may have to decide. */
static Status ask_jets(Certified *certified, const Program *program, const mpq_t *x, const mpq_t *v,
                       const CertifiedOptions *options, Enclosures *numbers) {
  CertifiedOptions quick = *options;
  slong limit = options->limit > 0 ? options->limit : CERTIFIED_LIMIT;
  quick.limit = limit < QUICK_LIMIT ? limit : QUICK_LIMIT;
  Status status = truth_certified(certified, program, x, v, &quick, numbers);
  if (status != STATUS_LIMIT || numbers->straddles || quick.limit == limit) return status;
  return truth_certified(certified, program, x, v, options, numbers);
}

/* The value alone: what stands above it is not known. */
static void hide_derivatives(Enclosures *numbers) {
  for (uint32_t i = 0; i < numbers->outputs; i++) {
    for (uint32_t k = 1; k <= numbers->order && !numbers->is_int[i]; k++)
      arb_indeterminate(numbers->balls + (size_t)i * (numbers->order + 1) + k);
  }
}

/* Where germs do not decide, more bits may still part what is no tie; and the value at a tie is known when they
 * do not find it. */
static Status ask_more_bits(Certified *certified, const Program *program, const mpq_t *x, const mpq_t *v,
                            const CertifiedOptions *options, Germ *germ) {
  Enclosures numbers;
  enclosures_init(&numbers);
  Status status = truth_certified(certified, program, x, v, options, &numbers);
  bool enclosed = status == STATUS_OK || (status == STATUS_LIMIT && numbers.precision > 0 && !numbers.straddles);
  bool parted = enclosed && !numbers.tied;
  if (parted || (enclosed && germ->certified < 0)) {
    Enclosures found = numbers;
    numbers = germ->numbers;
    germ->numbers = found;
    germ->certified = parted ? (int)options->order : 0;
    if (parted) germ->verdict = GERM_CERTIFIED;
    germ->why = parted ? "" : "the sides of the tie are not decided";
    if (!parted) hide_derivatives(&germ->numbers);
  }
  enclosures_clear(&numbers);
  return parted ? status : STATUS_OK;
}

Status truth_germ(Certified *certified, const Program *program, const mpq_t *x, const mpq_t *v,
                  const CertifiedOptions *options, Germ *out) {
  Enclosures *numbers = &out->numbers;
  begin(out);
  Status status = ask_jets(certified, program, x, v, options, numbers);
  if (status == STATUS_ILL_TYPED || status == STATUS_STUCK) return status;
  bool enclosed = status == STATUS_OK || (status == STATUS_LIMIT && numbers->precision > 0 && !numbers->straddles);
  if (enclosed && (!numbers->tied || options->order == 0)) {
    out->verdict = GERM_CERTIFIED;
    out->certified = (int)options->order;
    return status;
  }
  if (status == STATUS_LIMIT && !numbers->straddles && !enclosed) return status;
  if (status == STATUS_DOMAIN) { /* of the value, or of a derivative? */
    CertifiedOptions alone = {.digits = 0, .limit = QUICK_LIMIT};
    status = truth_certified(certified, program, x, v, &alone, numbers);
    if (status == STATUS_DOMAIN && !numbers->straddles) return undefined(out);
  }
  bool straddled = numbers->straddles;
  out->tied = true;
  status = ask_germs(certified, program, x, v, options, false, out);
  bool more = out->verdict == GERM_UNDECIDED && !out->peano && (straddled || out->certified < 0);
  return status == STATUS_OK && more ? ask_more_bits(certified, program, x, v, options, out) : status;
}

Status truth_germ_limit(Certified *certified, const Program *program, const mpq_t *x, const mpq_t *v,
                        const CertifiedOptions *options, Germ *out) {
  begin(out);
  out->tied = true;
  Status status = ask_germs(certified, program, x, v, options, true, out);
  if (status == STATUS_OK && out->verdict != GERM_CERTIFIED) out->certified = -1;
  return status;
}
