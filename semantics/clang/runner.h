/* C run on symbols: ints and pointers are known, reals are terms of the language.
 *
 * A function is run from its first statement to its last.  Loops go round, calls are entered, subscripts
 * are numbers, so that which cell of which array is meant is never in question; each real that is assigned
 * becomes a let.  A test of reals parts the run: both ways are run, and what they leave different is the
 * value of an `if`.
 *
 * In a run for any size (general.c) the whole numbers among the arguments are names: numbers that are computed of
 * them are sums of products of names (Index), arrays with such a subscript are terms (a Vector), tests of them part
 * the run, and a loop whose rounds they decide becomes one term (rounds.c).  Private to semantics/clang. */
#ifndef ADJUDGE_CLANG_RUNNER_H
#define ADJUDGE_CLANG_RUNNER_H

#include "semantics/memory/arena.h"

#include <clang-c/Index.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CELLS_MOST 65536u           /* of one object */
#define STEPS_MOST 200000u          /* statements run in one function */
#define CALLS_MOST 64u              /* calls within one another */
#define DEPTH_MOST 2000u            /* expressions and tests within one another */
#define TEXT_MOST ((size_t)4 << 20) /* bytes of one definition */
#define SIZE_DEFAULT 3              /* of an int argument that --size does not fix */

/* Where something stands in the file. */
typedef struct Place {
  unsigned line, column, offset;
  CXFile file;
} Place;

typedef enum ValueKind {
  VALUE_NONE,   /* not yet given one, or a refusal */
  VALUE_INPUT,  /* of an argument's cell that was not yet read */
  VALUE_REAL,   /* a term */
  VALUE_WHOLE,  /* a number of C's */
  VALUE_CHOICE, /* one of some, by tests of reals */
  VALUE_INDEX,  /* a whole number that depends on sizes and on counters of loops */
  VALUE_POINTER /* a cell of an object */
} ValueKind;

/* A sum of products of names, in normal form: no factor is 0, names are in order, products differ. */
#define INDEX_PRODUCTS 8u
#define INDEX_NAMES 4u
typedef struct Product {
  long long factor;
  uint32_t count;
  const char *name[INDEX_NAMES];
} Product;
typedef struct Index {
  uint32_t count;
  Product product[INDEX_PRODUCTS];
} Index;

/* A name of a size or a counter, what it is at least, if that is known, and what a counter is less than, or NULL. */
typedef struct Named {
  const char *name;
  bool is_size, bounded;
  long long least;
  const struct Index *end;
  const struct Named *outer;
} Named;

typedef struct Value {
  ValueKind kind;
  const char *term;            /* VALUE_REAL; VALUE_NONE: why it has none, or NULL */
  bool counts;                 /* VALUE_REAL: in C a whole number */
  long long most;              /* one that counts is at most that far from 0 */
  long long number;            /* VALUE_WHOLE */
  const struct Choice *choice; /* VALUE_CHOICE; of a real that was converted from one */
  uint32_t object;             /* VALUE_POINTER */
  long long offset;            /* in cells; it may be beyond the end */
  const Index *index;          /* VALUE_INDEX; of a pointer what is added to the offset, or NULL */
} Value;

/* A whole number that a test chooses: each of the two is a number, or chosen again. */
#define LEAVES_MOST 64u
typedef struct Choice {
  const char *test; /* a term */
  Value yes, no;
  uint32_t leaves;
} Choice;

/* A test that holds where the run is, or does not. */
typedef struct Assumption {
  const char *test;
  bool holds;
  const struct Assumption *outer;
} Assumption;

/* Where choices are too many, or are added, they are terms, whose sums stay within an int. */
#define COUNTS_MOST ((long long)INT32_MAX)

#define PLACES_MOST 6

/* One scalar, and the assignments that gave it its value: several after an `if`, of which the first are kept. */
typedef struct Cell {
  Value value;
  Place by[PLACES_MOST]; /* line 0: no more */
} Cell;

/* An array as a term: a base, over which cells were written since, the newest first. */
typedef struct Written {
  const Index *at;
  Value value;
  const struct Written *older;
} Written;
typedef struct Vector {
  const char *base;    /* a name; NULL where nothing was written before */
  const Index *length; /* by sizes alone */
  const Written *written;
} Vector;

typedef struct Object {
  const char *name; /* in C; "" for the result */
  Cell *cell;
  uint32_t count, room;
  int input; /* which of the inputs it is; -1: none */
  bool is_vector;
  Vector vector;
  Place declared;
} Object;

/* What pushReal8 and the like have pushed; or, where `test` is one, the stack that it chooses. */
typedef struct Pushed {
  const char *what; /* "Real8" */
  Value value;
  Place by;
  const char *test;
  struct Pushed *below, *otherwise; /* below; or of a test that holds, and of one that does not */
  uint32_t ways;                    /* within how many ways its names are known */
  struct Pushed *moved;             /* what has become of it at the merge of that number */
  uint32_t moved_at;
} Pushed;

typedef struct Memory {
  Object *object;
  uint32_t count, room;
  Pushed *stack;
} Memory;

/* What an argument points to, or is: its cells are read from it. */
typedef struct Input {
  const char *name, *target; /* in C and in the definition */
  bool pointer;              /* its cells have names of their own */
  bool open;                 /* as long as what is read and written */
  bool subscripted;          /* an array, even if one cell alone is in question */
  bool read, written;
  uint32_t count;    /* the most cells that were in question */
  const char **cell; /* what each cell that was read is called; NULL else */
} Input;

/* A variable of a running function. */
typedef struct Binding {
  CXCursor declaration;
  uint32_t object;
  struct Binding *outer;
} Binding;

typedef struct Activation {
  Binding *bindings;
  uint32_t result; /* the object that the function returns */
  uint32_t within; /* ways of tests that come together before it ends */
  uint32_t depth;
} Activation;

/* What is left to do: statements in order, a loop that goes round, the end of a switch, which a break goes to, or that
 * of a block, whose statements are kept. */
typedef enum WorkKind { WORK_STATEMENTS, WORK_TEST, WORK_STEP, WORK_SWITCHED, WORK_CLOSED } WorkKind;
typedef struct Loop {
  CXCursor statement, test, step, body;
  bool has_test, has_step;
} Loop;
typedef struct Work {
  WorkKind kind;
  const CXCursor *statement;
  uint32_t count;
  const Loop *loop;
  const struct Work *next;
} Work;

typedef struct Text {
  char *bytes;
  size_t length, room;
} Text;

/* A name that is taken, and the number that the next one like it gets. */
typedef struct TakenName {
  const char *text; /* NULL: free */
  uint32_t next, ways;
} TakenName;

/* A cell that an expression has read or written; pending: no sequence point has come since. */
typedef struct Effect {
  uint32_t object;
  long long offset;
  const Index *index; /* of a vector's cell, or NULL */
  bool writes, pending;
  Place place;
} Effect;

typedef struct Size {
  const char *name;
  long long value;
} Size;

typedef struct Runner {
  Arena arena;
  CXTranslationUnit unit;
  const char *path, *source;
  const char *opened; /* the path as clang takes it, which is never an option */
  size_t source_length;
  const Size *sizes;
  uint32_t size_count;
  char *refusal; /* the first one, with its place; NULL: none */
  /* of the function that is run */
  Memory memory;
  Input *inputs;
  uint32_t input_count, input_room;
  Activation *now;
  Text *out;        /* lets */
  TakenName *names; /* a table by hash; its room is a power of two */
  uint32_t name_count, name_room;
  uint32_t steps, depth;
  uint32_t ways, merges; /* ways of tests that are open, lets of which end with them; ways that came together */
  const Assumption *assumed;
  bool partial; /* it computes what is not defined everywhere */
  Place narrow; /* where numbers of another type than double first are; line 0: nowhere */
  const char *narrow_type;
  Place power; /* the first one whose exponent is no constant */
  Effect *effects;
  uint32_t effect_count, effect_room;
  /* of a run for any size; of another one `general` is NULL */
  struct General *general;
  const Named *named;
} Runner;

/* ---- source.c: the file, and what stands where in it */

Place place_of(CXCursor cursor);
Place place_end(CXCursor cursor);
/* "file:line:column: error: ...", the line and a caret; only the first is kept.  Answers a value that is none. */
Value refuse_at(Runner *m, Place place, const char *format, ...) __attribute__((format(printf, 3, 4)));
#define REFUSE(m, cursor, ...) refuse_at((m), place_of(cursor), __VA_ARGS__)
static inline bool is_refused(const Runner *m) { return m->refusal != NULL; }

void *runner_alloc(Runner *m, size_t count, size_t size);
/* Text in the arena. */
const char *runner_text(Runner *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *runner_keep(Runner *m, CXString string);
/* The children of a cursor, in order. */
typedef struct Children {
  CXCursor *child;
  uint32_t count;
} Children;
Children children_of(Runner *m, CXCursor cursor);
/* The operator that stands before, between or behind operands; "" where it may be a macro's. */
const char *operator_between(Runner *m, CXCursor left, CXCursor right);
const char *operator_before(Runner *m, CXCursor whole, CXCursor operand);
const char *operator_behind(Runner *m, CXCursor whole, CXCursor operand);
/* What is written there. */
const char *spelled(Runner *m, CXCursor cursor);
/* Where the two semicolons of `for (a; b; c)` stand, and its closing bracket; false where a macro hides them. */
bool for_header(Runner *m, CXCursor statement, unsigned semicolons[2], unsigned *close);

/* ---- memory.c */

uint32_t object_new(Runner *m, const char *name, uint32_t count);
/* The value in a cell; refuses what has none, or stands outside. */
Value cell_load(Runner *m, CXCursor at, uint32_t object, long long offset);
/* Gives it a value, which is that of a let if it is a term. */
void cell_store(Runner *m, CXCursor at, uint32_t object, long long offset, Value value);
/* Whether it is one in the definition: subscripted, or walked to more than one cell. */
bool input_is_array(const Input *input);
/* An argument's cell has a name when it is first read. */
Value object_load(Runner *m, Object *object, uint32_t cell);
/* A pointer argument is as long as it is used. */
void object_grow(Runner *m, Object *object, uint32_t count);
bool value_is_same(const Value *a, const Value *b);
Memory memory_copy(Runner *m, const Memory *memory);
/* Whether the objects of `before` have in `after` the values that they had. */
bool memory_kept(const Memory *before, const Memory *after);
/* What two runs leave, from where they parted, under a test; there were `count` objects. */
typedef struct Run {
  Memory memory;
  Text *lets;
} Run;
/* merge.c */
void memory_merge(Runner *m, const char *test, uint32_t count, const Run *yes, const Run *no);

/* ---- index.c: whole numbers by names */

const Index *index_number(Runner *m, long long number);
const Index *index_name(Runner *m, const char *name);
/* a + factor b; NULL where it has too many products, or too large factors. */
const Index *index_add(Runner *m, const Index *a, const Index *b, long long factor);
const Index *index_times(Runner *m, const Index *a, const Index *b);
bool index_is_number(const Index *a, long long *number);
bool index_is_same(const Index *a, const Index *b);
/* Whether they differ whatever the names are. */
bool index_differs(Runner *m, const Index *a, const Index *b);
/* What it is at least, whatever the names are; false where that is not seen. */
bool index_least(const Runner *m, const Index *a, long long *least);
/* Whether it is seen to be a place in an array of that length, whatever the names are. */
bool index_is_place(Runner *m, const Index *a, const Index *length);
/* Whether it depends on sizes alone. */
bool index_is_size(const Runner *m, const Index *a);
bool index_names(const Index *a, const char *name);
const char *index_term(Runner *m, const Index *a);
/* A number that is known is one of C's. */
Value value_index(Runner *m, const Index *index);
/* The other way round, of either. */
const Index *value_as_index(Runner *m, const Value *value);
bool value_is_count(const Value *value); /* VALUE_WHOLE or VALUE_INDEX */
/* a OP b of such numbers. */
Value index_operate(Runner *m, CXCursor at, const char *op, Value a, Value b, CXType type);
Value index_convert(Runner *m, CXCursor at, Value value, CXType type);

/* ---- vector.c: arrays as terms */

/* The cell that a pointer names. */
Value pointer_load(Runner *m, CXCursor at, Value pointer);
void pointer_store(Runner *m, CXCursor at, Value pointer, Value value);
Value vector_load(Runner *m, Object *object, const Index *at);
/* The same where C may not read it: 0 where the array has no such cell. */
Value vector_load_if(Runner *m, Object *object, const Index *at);
void vector_store(Runner *m, Object *object, const Index *at, Value value);
/* The array as a term, what was written being part of it. */
const char *vector_term(Runner *m, Object *object);
bool vector_is_same(const Vector *a, const Vector *b);
/* What was written at that place, where nothing newer may stand there too; NULL: nothing. */
const Written *vector_written(Runner *m, const Vector *vector, const Index *at);
/* Whether any two cells that were written are different ones. */
bool vector_is_plain(Runner *m, const Vector *vector);

/* ---- effects.c */

/* Where the effects begin of what is evaluated next. */
uint32_t effects_mark(const Runner *m);
/* Behind a full expression. */
void effects_forget(Runner *m);
/* A cell is read or written there; refuses it if a write of the cell is pending since `from`. */
void effect_add(Runner *m, CXCursor at, uint32_t from, Value cell, bool writes);
/* What was evaluated from `from` to `middle`, and since then, C may do in any order: refuses it if that matters. */
void effects_unordered(Runner *m, uint32_t from, uint32_t middle);
/* A sequence point, for what was evaluated since. */
void effects_sequence(Runner *m, uint32_t from);
/* A call has ended there, whose body began at `from`: objects from that one on are its own. */
void effects_leave(Runner *m, CXCursor at, uint32_t from, uint32_t objects);

/* ---- write.c */

Text *text_new(Runner *m);
void text_add(Runner *m, Text *text, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* A name like that one which is not yet taken. */
const char *name_take(Runner *m, const char *like);
/* The name is known everywhere: an argument's. */
void name_everywhere(Runner *m, const char *name);
/* Within how many ways of tests the names of a term are known. */
uint32_t term_ways(const Runner *m, const char *term);
/* "let NAME = TERM in" to m->out; the name.  A term that is a name or a constant is itself. */
const char *let_write(Runner *m, const char *like, const char *term);
/* Written as one: 2, 0.5, (-3). */
bool term_is_number(const char *term);
/* Written of numbers alone, and short: (4.0 / 3). */
bool term_is_constant(const char *term);

/* ---- values.c: types, conversions */

bool type_is_real(CXType type);
bool type_is_whole(CXType type);
/* Of whole numbers, signed and of 32 bits or more. */
bool type_counts(CXType type);
bool type_is_array(CXType type);
bool type_is_constant(CXType type);
/* Of an array or a pointer; libclang shows an array where C has made it a pointer. */
CXType type_pointee(CXType type);
/* How many scalars a value of that type has; 0, having refused it, for others. */
uint32_t type_cells(Runner *m, CXCursor at, CXType type);
Value value_whole(long long number);
Value value_real(const char *term);
/* A small whole number becomes a term that counts; whether it is one. */
bool value_count(Runner *m, Value *value);
/* What else than a double is there: it is read as a real all the same, and a note says so. */
void value_note(Runner *m, CXCursor at, CXType type);
/* Refuses a pointer that becomes one to scalars of another type. */
Value pointer_convert(Runner *m, CXCursor at, Value value, CXType from, CXType to);
/* So many elements of that type further, or back. */
Value pointer_move(Runner *m, CXCursor at, Value pointer, Value steps, CXType pointee, int sign);
/* As C converts it. */
Value value_convert(Runner *m, CXCursor at, Value value, CXType type);
/* a OP b, which are of that type: + - * / % and so on; refuses ints that overflow. */
Value value_operate(Runner *m, CXCursor at, const char *op, Value a, Value b, CXType type);
/* The function of math.h of a number, if that is a whole one; NULL else. */
const char *function_constant(Runner *m, const char *name, const char *a);

/* ---- choice.c */

typedef struct Test {
  bool known, holds;
  const char *term; /* where it is not known */
  Value tree;       /* it as a choice of 1 and 0 */
} Test;
Test test_known(bool holds);
Test test_open(Runner *m, const char *term);
/* Whether a whole number, or one that is chosen, is not 0. */
Test test_whole(Runner *m, Value value);
Test test_not(Runner *m, Test test);

bool value_is_whole(const Value *value);
/* Of whole numbers. */
bool choice_is_same(const Value *a, const Value *b);
Value choice_new(Runner *m, const char *test, Value yes, Value no);
/* One of two whole numbers, by a tree of tests. */
Value choice_by(Runner *m, const Value *tree, Value yes, Value no);
/* Whether what is chosen by both has not too many leaves. */
bool choice_is_small(const Value *a, const Value *b);
/* Without the tests that are known where the run is. */
Value choice_resolve(Runner *m, Value value);
/* 1: the test holds where the run is; -1: it does not; 0: neither. */
int test_assumed(const Runner *m, const char *test);
const char *choice_term(Runner *m, const Value *value);
uint32_t choice_leaves(const Value *value);
/* How far from 0 the farthest is. */
long long choice_most(const Value *value);

/* ---- expressions.c */

Value expression(Runner *m, CXCursor cursor);
/* The cell that an expression names: a pointer to it. */
Value location(Runner *m, CXCursor cursor);

Test test_of(Runner *m, CXCursor cursor);

/* ---- stack.c: the stack of Tapenade's reverse mode */

/* What adStack.h declares. */
extern const char *const stack_header;
/* A call of pushReal8, popControl1b and the like; false if that is no such name. */
bool stack_call(Runner *m, CXCursor cursor, const char *name, uint32_t count);
/* Its top, where tests that are known have chosen. */
Pushed *stack_resolve(const Runner *m, Pushed *stack);
Pushed *stack_choice(Runner *m, const char *test, Pushed *yes, Pushed *no, Place by);
Pushed *stack_push(Runner *m, Pushed pushed);

/* ---- calls.c */

Value call(Runner *m, CXCursor cursor);

/* ---- rounds.c: a loop as one term */

/* A loop by whose test and step a variable counts, from the state in which it is entered. */
void rounds(Runner *m, const Loop *loop);

/* ---- statements.c */

/* Whether a statement may go on elsewhere than behind itself. */
bool statement_leaves(Runner *m, CXCursor statement);
/* Runs one statement to its end. */
void run_one(Runner *m, CXCursor statement);
void declare(Runner *m, CXCursor variable);
/* Runs what is to be done, to the end. */
void run(Runner *m, const Work *work);
/* Runs the body of a function, whose arguments are bound. */
void run_body(Runner *m, CXCursor function);

/* ---- functions.c */

/* What was written where: which cell of which result, and its assignments. */
typedef struct Output {
  const char *name; /* in C; "" for what is returned */
  bool is_array;
  uint32_t count;
  const Cell *cell;
  const char *term; /* of an array that is a term; else NULL */
} Output;

typedef struct Function {
  const char *name;
  Place place;
  const char *body; /* a term; of several results a pair nested to the right */
  const Input *inputs;
  uint32_t input_count;
  Output *outputs;
  uint32_t output_count;
  const char *sizes; /* "n = 3", or "" */
  bool partial;      /* it computes what is not defined everywhere */
  const char *note;  /* "f.c:3:1: note: ..." on precision, or "" */
  const char *cut;   /* the same on where it is not read, though C has values there */
  const struct General *general;
} Function;
/* Reads one function; false when it is refused. */
bool function_read(Runner *m, CXCursor function, Function *out);

/* ---- general.c: a function for any size */

/* How long what a pointer argument points to is; NULL: a real. */
typedef struct Length {
  const char *name;    /* of the argument, in C */
  const Index *length; /* by sizes, under their names in the definition */
  bool read, subscripted;
} Length;

#define VECTORS_MOST 16u
typedef struct General {
  const char *sizes; /* "n = 3, m = 4" */
  Length *lengths;   /* of the arguments that are pointers, in order */
  uint32_t length_count;
  Place vector[VECTORS_MOST]; /* where arrays are declared that are terms */
  uint32_t vector_count;
  bool again; /* one more was found: the run begins anew */
  const Input *inputs;
  uint32_t input_count;
  const char *body;
  const char *refusal; /* why there is no such body: "f.c:3:1: error: ..." */
} General;
/* What was read at some sizes, read for any: sets out->general if a whole number is an argument. */
void function_generalise(Runner *m, CXCursor function, Function *out);
/* Whether the array that is declared there is a term. */
bool is_vector(const Runner *m, Place declared);
/* From now on it is one: the run is refused, and begins anew. */
void make_vector(Runner *m, CXCursor at, Place declared);
/* What a size is called in the definition. */
const char *size_target(Runner *m, const char *name);
/* NULL if it has none. */
const Length *length_of(const Runner *m, const char *name);
const Length *length_of_general(const General *general, const char *name);

#endif
