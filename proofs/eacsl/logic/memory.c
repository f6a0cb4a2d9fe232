/* Joined to what E-ACSL makes of a unit: the ring elements that words stand for, and the memory at
 * the entry of each function under contract. */
extern int printf(const char *format, ...);
extern void abort(void);
extern void *__e_acsl_base_addr(void *p);
extern unsigned long __e_acsl_block_length(void *p);
extern void *memcpy(void *to, const void *from, unsigned long size);

/* ---- elements: residues modulo p, or, over doubles, integers: the words of a run over doubles must be
 * integers, on which its operations are exact; a word that is none stops the run. */
static int over_doubles;

static uint64_t logic_value(integer word) {
  if (!over_doubles) return (uint64_t)word % 2305843009213693951u;
  double x;
  memcpy(&x, &word, sizeof x);
  if (!(x >= -4503599627370496.0 && x <= 4503599627370496.0) || x != (double)(int64_t)x) {
    (void)printf("a double that is no small integer\n");
    abort();
  }
  return (uint64_t)(int64_t)x;
}
/* The words that a run computes with: over doubles every one may be a small integer. */
static int logic_member(integer word) { return over_doubles || (word >= 0 && word < 2305843009213693951); }
static uint64_t logic_radd(uint64_t a, uint64_t b) {
  return over_doubles ? a + b : (uint64_t)(((unsigned __int128)a + b) % 2305843009213693951u);
}
static uint64_t logic_rmul(uint64_t a, uint64_t b) {
  return over_doubles ? a * b : (uint64_t)((unsigned __int128)a * b % 2305843009213693951u);
}
static uint64_t logic_rneg(uint64_t a) { return over_doubles ? -a : a == 0 ? 0 : 2305843009213693951u - a; }
/* Residues, and small integers as doubles, have the same form if and only if they are equal. */
static int logic_same_form(integer a, integer b) { return logic_value(a) == logic_value(b); }

/* ---- memory at entry: a copy of each block, a frame for each call */
#define BLOCKS 4096
#define COPIES (1u << 22)
static struct {
  char *start;
  unsigned long size, copy;
  int given_back;
} block[BLOCKS];
static struct { unsigned blocks, copies, ranges; } frame[64];
static struct { char *from, *to; } range[BLOCKS];
static char copies[COPIES];
static unsigned frames, blocks, ranges, copied;
#define FUNCTIONS 256
static unsigned long calls[FUNCTIONS];

static void full(void) {
  (void)printf("no room for the memory at entry\n");
  abort();
}

/* A call of function n. */
static int logic_call_begins(int n) {
  if (frames == 64 || n >= FUNCTIONS) full();
  frame[frames].blocks = blocks;
  frame[frames].copies = copied;
  frame[frames].ranges = ranges;
  frames++;
  calls[n]++;
  return 1;
}

/* The block that p points into, or behind, if there is one. */
static int logic_keep_block(void *p) {
  char *start = p == 0 ? 0 : __e_acsl_base_addr(p);
  if (start == 0) return 1;
  unsigned long size = __e_acsl_block_length(p);
  for (unsigned b = frame[frames - 1].blocks; b < blocks; b++) {
    if (block[b].start == start) return 1;
  }
  if (blocks == BLOCKS || size > COPIES - copied) full();
  block[blocks].start = start;
  block[blocks].size = size;
  block[blocks].copy = copied;
  memcpy(copies + copied, start, size);
  copied += (unsigned)((size + 15) & ~15ul);
  blocks++;
  return 1;
}

static void *copy_of(const void *p) {
  for (unsigned b = frame[frames - 1].blocks; b < blocks; b++) {
    const char *start = block[b].start;
    if ((const char *)p >= start && (const char *)p < start + block[b].size)
      return copies + block[b].copy + ((const char *)p - start);
  }
  return (void *)p; /* an empty array, or a block that nobody may write */
}
static uint64_t logic_memory_then_64(const void *p) { return *(uint64_t *)copy_of(p); }
static int64_t logic_memory_then_8(const void *p) { return *(char *)copy_of(p); }
static int64_t logic_memory_then_signed(const void *p) { return *(int64_t *)copy_of(p); }
static uint64_t logic_memory_then_32(const void *p) { return *(unsigned int *)copy_of(p); }

static int logic_assigns_range(void *from, void *to) {
  if (ranges == BLOCKS) full();
  range[ranges].from = from;
  range[ranges].to = to;
  ranges++;
  return 1;
}

static int may_differ(const char *p) {
  for (unsigned r = frame[frames - 1].ranges; r < ranges; r++) {
    if (p >= range[r].from && p < range[r].to) return 1;
  }
  return 0;
}

/* The call returns: blocks that it has given back are marked, as there is nothing in them to compare.  The numbers of
 * E-ACSL's own that the clauses make may soon stand where they were. */
static int logic_call_returns(int n) {
  for (unsigned b = frame[frames - 1].blocks; b < blocks; b++) {
    char *start = block[b].start;
    block[b].given_back = __e_acsl_base_addr(start) != start || __e_acsl_block_length(start) < block[b].size;
  }
  return 1;
}

/* Ends the call's frame: whether all that is not assigned is as it was. */
static int logic_call_ends(int checked) {
  int same = 1;
  for (unsigned b = frame[frames - 1].blocks; checked && b < blocks; b++) {
    if (block[b].given_back) continue;
    for (unsigned long i = 0; i < block[b].size; i++) {
      if (copies[block[b].copy + i] != block[b].start[i] && !may_differ(block[b].start + i)) same = 0;
    }
  }
  frames--;
  blocks = frame[frames].blocks;
  copied = frame[frames].copies;
  ranges = frame[frames].ranges;
  return same;
}

void campaign_report(void) {
  unsigned long all = 0;
  for (int n = 0; n < FUNCTIONS; all += calls[n++]) {
    if (calls[n] > 0) (void)printf("function %d %lu\n", n, calls[n]);
  }
  (void)printf("%lu calls\n", all);
}
void campaign_over_doubles(int doubles) { over_doubles = doubles; }
