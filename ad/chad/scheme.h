/* The rules of ->D and <-D as text (forward.rules, reverse.rules), read into schemes.
 *
 *   RULE_TEXT(FWD_LET, "CHAD 7.4", "t : T ; x:T |- s : S / S",
 *             "D(let x = t in s) = let ⟨x,x'⟩ = D(t) in let ⟨y,y'⟩ = D_x(s) in ⟨y, λ_v. y' • ⟨v, x' • v⟩⟩")
 *
 * The judgement is the constructor's typing rule: its premises, of which `real` and
 * `plain` ones are operands with and without a tangent, and the type of its
 * conclusion.  T, S and R stand for any types, n and m for any lengths, and
 * several rules of one constructor are tried in turn: the first whose types fit.
 *
 * On the right D(t) is the derivative of a part, D_x(s) that of a part under x, at
 * the x of the target; op, Dop and Dop^t are those of the source term; proj_x and
 * coproj_x those of its identifier; n0 and n1 are n - 1 and n + 1.  A binder that is
 * named as the source's takes the source's name, and x' its prime.  All else is a
 * term of the target, as the parser reads it.
 *
 * Reading checks the rule as a scheme: the right side has the type that D has at the
 * conclusion, with vectors, and again with functions (with pairs, where the
 * constructor needs sums), for T, S, R and the context, and each part stands there
 * once.  A rule that has it at both has used nothing of either. */
#ifndef ADJUDGE_AD_CHAD_SCHEME_H
#define ADJUDGE_AD_CHAD_SCHEME_H

#include "ad/chad/chad.h"
#include "semantics/tables/rules.h"

/* What stands for a type, and for a length: as lengths that no rule has. */
typedef enum Meta { META_NONE, META_T, META_S, META_R, META_G, METAS } Meta;
#define LENGTH_N 31u /* and n - 1, n + 1 */
#define LENGTH_M 37u
static inline bool length_is_meta(uint32_t n) { return (n >= LENGTH_N - 1 && n <= LENGTH_N + 1) || n == LENGTH_M; }

/* A type with metavariables. */
typedef struct Shape {
  TypeKind kind;
  Meta meta;     /* of a source pattern T; of a target type D(T)1, where `kind` is REAL, and D(T)2, D(G)2 where LREAL */
  uint32_t n;    /* length, with the metas above */
  uint32_t a, b; /* Scheme.shape; 0: none */
} Shape;

/* A node of the right side. */
typedef enum PartKind {
  PART_TERM,       /* a constructor of the target */
  PART_HOLE,       /* D(t): `payload` is the premise */
  PART_IDENTIFIER, /* x, of the source */
  PART_OP,         /* op(...) */
  PART_LOP,        /* Dop(...; ...) or Dop^t */
  PART_PROJECTION  /* proj_x or coproj_x */
} PartKind;

/* What the payload of a PART_TERM is. */
typedef enum PayloadKind {
  PAYLOAD_NUMBER, /* itself */
  PAYLOAD_LENGTH,
  PAYLOAD_SHAPE,  /* Scheme.shape */
  PAYLOAD_INT,    /* an Int constant, which may be a length */
  PAYLOAD_INT_OP, /* an operation on Ints: its OpCode */
  PAYLOAD_NAME    /* of a second binder: Part.second */
} PayloadKind;

/* A name: that of a source binder, from 1 (negative: its prime), where it has one; else the hint. */
typedef struct PartName {
  uint8_t hint; /* Schemes.hint; 0: none */
  int8_t binder;
} PartName;

typedef struct Part {
  PartKind part;
  TermKind kind;
  PayloadKind payload_kind;
  uint32_t payload;
  PartName name, second;
  uint32_t kids;
  uint16_t kid[TERM_KIDS]; /* Scheme.part */
  uint16_t linear;         /* of PART_LOP and PART_PROJECTION: what they are applied to */
  uint16_t constant;       /* the same term wherever the rule is run: its place in Store.parts; 0: it is not */
} Part;

typedef enum Sort { SORT_ANY, SORT_REAL, SORT_PLAIN } Sort;

typedef struct Premise {
  uint32_t binders, binder[2]; /* Scheme.shape */
  uint32_t type;
  Sort sort;
  uint32_t offset, level[2]; /* binders of the right side above D(t), and which of them are its identifiers */
} Premise;

#define SCHEME_SHAPES 32
#define SCHEME_PARTS 160

typedef struct Scheme {
  RuleId rule;
  TermKind kind; /* of the left side */
  uint32_t premises;
  Premise premise[TERM_KIDS]; /* in the order of the constructor's parts */
  uint32_t payload;           /* the left side's, if it is a type: Scheme.shape; 0: it is not */
  bool payload_n;             /* it is the length n */
  uint32_t result;            /* Scheme.shape */
  uint32_t shapes, parts, root;
  Shape shape[SCHEME_SHAPES]; /* from 1 on */
  Part part[SCHEME_PARTS];    /* from 1 on */
} Scheme;

#define SCHEMES_MOST 56
#define SCHEMES_CONSTANTS 1024 /* of both modes */
#define SCHEMES_HINTS 40
#define SCHEMES_HINT 6

#define SCHEMES_FAULT 2200

/* The rules of one mode. */
typedef struct Schemes {
  ChadMode mode;
  bool shared; /* those of the mode's file: their constant parts are kept in stores */
  Scheme *scheme[SCHEMES_MOST];
  uint32_t count;
  uint32_t first[TERM_KIND_COUNT], last[TERM_KIND_COUNT]; /* of a constructor: `last` is one behind */
  char hint[SCHEMES_HINTS][SCHEMES_HINT];                 /* names in the rules, from 1 on */
  uint32_t hints;
  uint32_t constants; /* places in Store.parts that are taken: forward the lower half, in reverse the upper one */
  char fault[SCHEMES_FAULT]; /* the first rule that is wrong as a scheme, and why; empty: none is */
} Schemes;

/* One rule as it stands in its file; line 0: as its paper prints it. */
typedef struct RuleText {
  RuleId rule;
  unsigned line;
  const char *judgement, *statement;
} RuleText;

/* The rules of the mode's file, in their order. */
const RuleText *rule_texts(ChadMode mode, size_t *count);
/* Reads rules, up to the first with a fault.  NULL without memory. */
Schemes *schemes_read(ChadMode mode, const RuleText *rules, size_t count);
void schemes_free(Schemes *schemes);
/* The rules of the mode's file, read at the first call of the process.  NULL without memory. */
const Schemes *schemes_of(ChadMode mode);

/* Engine.transform by these rules, which have no fault. */
MUST_CHECK Status schemes_transform(const Schemes *schemes, Store *store, const Program *source, TypeId *contexts,
                                    Program *derivative);

#endif
