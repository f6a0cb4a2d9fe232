/* Abstract syntax of the concrete language, each node with its place. */
#ifndef ADJUDGE_SOURCE_SYNTAX_H
#define ADJUDGE_SOURCE_SYNTAX_H

#include "semantics/text/lexer.h"

typedef enum SyntaxKind {
  SYNTAX_NAME,        /* name */
  SYNTAX_NUMBER,      /* constant */
  SYNTAX_VECTOR,      /* [..]; constant if all are; code: how many, kid0: list of SYNTAX_ELEMENT */
  SYNTAX_ELEMENT,     /* kid0, then kid1 */
  SYNTAX_UNIT,        /* () */
  SYNTAX_PAIR,        /* (kid0, kid1) */
  SYNTAX_PROJECTION,  /* code 0: fst, 1: snd */
  SYNTAX_APP,         /* kid0 kid1 */
  SYNTAX_SIZED,       /* name {kid0: list of SIZE_ARGUMENT} */
  SYNTAX_BINARY,      /* kid0 op kid1 (code 1: kid1 op kid0): ADD, SUB, MUL, DIV, SCALE, LESS, LESSEQ or EQUAL */
  SYNTAX_NEGATE,      /* -kid0 */
  SYNTAX_POWER,       /* kid0 ^ constant, or kid0 ^ kid1 */
  SYNTAX_INDEX,       /* kid0 ! kid1 */
  SYNTAX_ANNOTATION,  /* (kid0 : kid2) */
  SYNTAX_LET,         /* let name = kid0 in kid1 */
  SYNTAX_LAM,         /* \(name : kid0). kid1; kid0 may be missing */
  SYNTAX_MAP,         /* kid0 array, kid1 body under name */
  SYNTAX_ZIPWITH,     /* kid0, kid3 arrays, kid1 body under name and name2 */
  SYNTAX_BUILD,       /* kid3 size, kid1 body under name */
  SYNTAX_INJECTION,   /* code 0: inl kid0, 1: inr kid0 */
  SYNTAX_TRUTH,       /* code 0: true, 1: false */
  SYNTAX_LOGIC,       /* code 0: not kid0, 1: kid0 and kid1, 2: kid0 or kid1 */
  SYNTAX_MATCH,       /* case kid0 of {inl name -> kid1; inr name2 -> kid2}; code 1: if kid0 then kid2 else kid1 */
  SYNTAX_ITERATE,     /* kid2 times kid1 under name, from kid0 */
  SYNTAX_WHILE,       /* while kid2 under name2, kid1 under name, from kid0 */
  SYNTAX_FOLD,        /* code 0: fold, 1: scan; kid1 under name and name2, from kid0, over kid3 */
  SYNTAX_TOTAL,       /* total kid0 */
  SYNTAX_GATHER,      /* gather kid0 kid1 */
  SYNTAX_SCATTER,     /* scatter kid3 kid0 kid1 */
  SYNTAX_VBUILD,      /* vbuild kid0 (name. kid1) */
  SYNTAX_LENGTH,      /* length kid0 */
  SYNTAX_FILTER,      /* filter (name. kid1) kid0 */
  SYNTAX_APPEND,      /* append kid0 kid1 */
  SYNTAX_VSCATTER,    /* vscatter kid2 kid0 kid1 */
  SYNTAX_ROLL,        /* code 0: roll kid0, 1: unroll kid0 */
  SYNTAX_DATA_MATCH,  /* match kid0 with kid1: first branch */
  SYNTAX_DATA_BRANCH, /* name kid0 -> kid1; kid0: list of SYNTAX_NAME by kid1, code: how many; kid2: next branch */
  SYNTAX_LETREC,      /* letrec name (name2 : kid2) : kid3 = kid0 in kid1 */
  /* linear target language */
  SYNTAX_LVAR,    /* v */
  SYNTAX_LETV,    /* let v = kid0 in kid1 */
  SYNTAX_LLAM,    /* \(v : kid0). kid1; kid0 may be missing */
  SYNTAX_LOP,     /* code: LopCode; op, constant: of Dop; kid0, kid1 operands, kid2 linear, kid3 size */
  SYNTAX_COPOWER, /* !kid0 >< kid1 */
  SYNTAX_CASE,    /* case kid0 of !name >< v -> kid1 */
  SYNTAX_LAPP,    /* kid0 @ kid1 */
  SYNTAX_ZERO,    /* 0_ */
  SYNTAX_ONEHOT,  /* onehot kid3 kid0 kid1 */
  SYNTAX_BIGSUM,  /* bigsum kid0 (name. kid1) */
  SYNTAX_LITER,   /* liter kid0 (name. kid1) kid2 */
  SYNTAX_DMAP,    /* code 0: Dmap, 1: Dmap^t; (name. kid1, kid0, v. kid2; kid3) */
  /* types */
  SYNTAX_REAL, /* code 0: real, 1: real_ */
  SYNTAX_ONE,  /* code 0: 1, 1: 1_ */
  SYNTAX_INT,
  SYNTAX_TIMES, /* kid0 * kid1 */
  SYNTAX_PLUS,  /* kid0 + kid1 */
  SYNTAX_BOOL,
  SYNTAX_MU,           /* mu name. kid0 */
  SYNTAX_TYPE_NAME,    /* name, applied to kid0: list of SYNTAX_ELEMENT */
  SYNTAX_ARROW,        /* kid0 -> kid1 */
  SYNTAX_LOLLI,        /* kid0 -o kid1 */
  SYNTAX_TENSOR,       /* !kid0 >< kid1 */
  SYNTAX_ARRAY,        /* kid0 ^ kid1 */
  SYNTAX_VEC,          /* Vec kid0 */
  SYNTAX_SIZE,         /* code: the number */
  SYNTAX_SIZE_NAME,    /* name */
  SYNTAX_SIZE_BINARY,  /* kid0 op kid1; code: OP_IADD, OP_ISUB, OP_IMUL or OP_IDIV */
  SYNTAX_SIZE_ARGUMENT /* [name =] kid0, then kid1 */
} SyntaxKind;

typedef struct Syntax Syntax;
struct Syntax {
  SyntaxKind kind;
  Span span;
  uint32_t code;
  OpCode op;
  ConstantId constant;
  NameId name, name2;
  Span name_span; /* where the binder stands */
  Syntax *kid[4];
};

/* A size of a definition, {name = value}. */
typedef struct SizeParameter {
  NameId name;
  bool has_value;
  uint32_t value;
  Span span;
} SizeParameter;

typedef struct Parameter {
  NameId name;
  Syntax *type; /* NULL when not annotated */
  Span span;
} Parameter;

typedef struct SyntaxDefinition SyntaxDefinition;
struct SyntaxDefinition {
  NameId name;
  Span span; /* of the name */
  uint32_t size_count, type_count, parameter_count;
  SizeParameter *sizes;
  Parameter *types; /* {a : type = real}: its type is what it is for the definition by itself, or NULL */
  Parameter *parameters;
  Syntax *result; /* the annotated type, or NULL */
  Syntax *body;
  SyntaxDefinition *next;
};

/* data name parameters = constructors [with name parameters = constructors ..] */
typedef struct SyntaxData SyntaxData;
typedef struct SyntaxConstructor SyntaxConstructor;

/* A parameter, by its name, or a field of a constructor, by its type and, if it has one, its name. */
typedef struct SyntaxConstructorField SyntaxConstructorField;
struct SyntaxConstructorField {
  NameId name;
  Span span;
  Syntax *type;
  SyntaxConstructorField *next;
};

struct SyntaxConstructor {
  NameId name;
  Span span;
  const SyntaxData *data;
  uint32_t index, field_count;
  SyntaxConstructorField *fields;
  SyntaxConstructor *next;
};

struct SyntaxData {
  NameId name;
  Span span;
  uint32_t parameter_count, constructor_count;
  const SyntaxData *first; /* of those that may use one another, in order */
  bool more;               /* the next one is one of them */
  SyntaxConstructorField *parameters;
  SyntaxConstructor *constructors;
  SyntaxData *next;
};

/* Names that stand for no text: of the pair that a pattern takes apart, of an
 * identifier that an abbreviation binds. */
#define NAME_HIDDEN ((uint32_t)1 << 31)

/* parser.c: terms.  NULL on an error. */
Syntax *parse_term(Reader *reader);
Syntax *parse_postfix(Reader *reader);
/* parser.c: a whole file, a whole term. */
bool parse_file(Reader *reader, SyntaxDefinition **first, SyntaxData **data);
Syntax *parse_whole_term(Reader *reader);

/* parse_data.c: data types, and match. */
/* One, or several that may use one another. */
SyntaxData *parse_data(Reader *reader);
Syntax *parse_data_match(Reader *reader);

/* parse_types.c: types, sizes, numbers. */
Syntax *parse_type(Reader *reader);
Syntax *parse_whole_type(Reader *reader);
/* A type that stands as an argument of another. */
bool parse_at_type_atom(const Reader *reader);
Syntax *parse_type_atom(Reader *reader);
/* After a '^' or build: a number, a name, or a size in parentheses. */
Syntax *parse_size_atom(Reader *reader);
/* {n = 3, m = n + 1} or {3}: a list of SIZE_ARGUMENT, the '{' being next. */
Syntax *parse_size_arguments(Reader *reader);
/* The constant of a constant expression: numbers, + - * /, and, where it is
 * not NULL, `parameter` for the name c.  Id 0 with an error otherwise. */
ConstantId parse_constant(Reader *reader, const Syntax *expression);
/* Whether the expression is one that parse_constant takes. */
bool parse_is_constant(Reader *reader, const Syntax *expression);
ConstantId parse_number(Reader *reader, Span span);
/* [t, s, r], the '[' being next. */
Syntax *parse_vector(Reader *reader);

/* parser.c: (x. t) or (x y. t) into the node's names and kid1, or a function term. */
bool parse_function(Reader *reader, Syntax *node, uint32_t binders);
/* A binding form is next: it reaches as far as it can. */
bool parse_at_binding(const Reader *reader);

/* parse_control.c: sums, conditionals, iteration and array combinators. */
bool parse_at_control(const Reader *reader);
Syntax *parse_control(Reader *reader);
/* After `case t of`: {inl x -> t; inr y -> s}, into the node. */
bool parse_branches(Reader *reader, Syntax *node);

/* parse_recursion.c: letrec name (name : type) : type = term [with name ..] in, the body still to come as
 * kid 1 of *last, which kids 1 lead to. */
Syntax *parse_letrec(Reader *reader, Syntax **last);

/* parse_target.c: forms of the linear target language. */
/* Whether a linear operation lop(...; ...) or Dop(...; ...) is next. */
bool parse_at_lop(const Reader *reader);
Syntax *parse_lop(Reader *reader);
Syntax *parse_dmap(Reader *reader);
Syntax *parse_onehot(Reader *reader);
/* bigsum k (i. t), liter k (i. t) s */
Syntax *parse_bigsum(Reader *reader);
Syntax *parse_liter(Reader *reader);

/* syntax.c: helpers of all parsers. */
Syntax *syntax_make(Reader *reader, SyntaxKind kind, Span span, Syntax *a, Syntax *b);
Syntax *syntax_name(Reader *reader, NameId name, Span span);
/* A name that no text has, new each time. */
NameId syntax_hidden(Reader *reader);
const Token *parser_peek(const Reader *reader, uint32_t ahead);
static inline TokenKind parser_kind(const Reader *reader) { return parser_peek(reader, 0)->kind; }
Span parser_take(Reader *reader);
bool parser_accept(Reader *reader, TokenKind kind);
/* Takes the token, or fails with "expected WHAT before TOKEN". */
bool parser_expect(Reader *reader, TokenKind kind, const char *what);
void parser_fail_here(Reader *reader, const char *expected);
bool parser_word_is(const Reader *reader, const Token *token, const char *word);
/* A name that may be bound: neither reserved nor that of an operation of ops.def; the functions of the library may be
 * hidden. */
bool parser_binder(Reader *reader, NameId *name, Span *span);
/* One level deeper; false at the limit. */
bool parser_enter(Reader *reader);
static inline void parser_leave(Reader *reader) { reader->depth--; }
/* The end of the last token taken. */
uint32_t parser_last_end(const Reader *reader);
/* The operation or function that is applied by this name; OP_CODE_COUNT if none. */
OpCode syntax_operation(const char *name, size_t length);

#endif
