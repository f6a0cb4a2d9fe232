/* What parse.c and calls.c share. */
#ifndef ADJUDGE_NOTES_CALLS_H
#define ADJUDGE_NOTES_CALLS_H

#include "semantics/notes/translation.h"

extern const NotesValue notes_refused;
NotesValue notes_value(const char *text, NotesType *type);
/* Always refused: something is of a type that is not expected there. */
NotesValue notes_refuse_type(NotesWords *words, const Sexpr *at, NotesType *type, const char *what);

const Sexpr *notes_take_name(NotesWords *words);
bool notes_bind(NotesWords *words, const Sexpr *name, NotesType *type, const NotesVariable *outer, NotesVariable *out);

/* Behind the bracket that closes the one at the next word; how many commas stand directly within. */
uint32_t notes_skip_brackets(NotesWords *words);
/* (e, ...) of at most that many; how many. */
uint32_t notes_list(NotesWords *words, const NotesVariable *scope, uint32_t most, NotesValue *out);
/* (e, ...) of so many. */
bool notes_arguments(NotesWords *words, const NotesVariable *scope, uint32_t count, NotesValue *out);
/* A variable, or a call of a function. */
NotesValue notes_named(NotesWords *words, const NotesVariable *scope);
/* v[i] */
NotesValue notes_index(NotesWords *words, const NotesVariable *scope, NotesValue vector);

#endif
