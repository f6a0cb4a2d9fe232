/* One text of logic, built twice.
 *
 * In a proof a recursive logic function is known by its equations alone
 * (axioms), which keeps the provers from unfolding it.  With -DREALIZE the
 * function is given by an explicit definition, and each equation is a lemma
 * that has to be proved from it: so no equation is assumed.
 *
 *   logic T f(...) DEFINED(reads ..., body);   EQUATION name: ...; */
#ifdef REALIZE
#define EQUATION lemma
#define DEFINED(reads, ...) = (__VA_ARGS__)
#else
#define EQUATION axiom
#define DEFINED(reads, ...) reads
#endif
#define NO_MEMORY
#define COMMA ,
