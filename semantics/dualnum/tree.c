/* Finite maps from ids as persistent AVL trees: a map that was made stays as it
 * is, since other staged values may hold it. */
#include "semantics/dualnum/value.h"
#include "semantics/memory/try.h"

/* Far above the height of any tree that fits into memory. */
#define TREE_HEIGHT 64u

static uint32_t height(const DualTree *tree) { return tree == NULL ? 0 : tree->height; }

/* A node over balanced trees whose heights differ by at most one. */
static const DualTree *node(DualRun *run, const DualTree *entry, const DualTree *left, const DualTree *right) {
  DualTree *made = arena_alloc(run->machine->arena, sizeof *made);
  if (made == NULL) return NULL;
  *made = *entry;
  made->left = left;
  made->right = right;
  made->height = 1 + (height(left) > height(right) ? height(left) : height(right));
  return made;
}

/* The left tree is too high by one. */
static const DualTree *rotate_right(DualRun *run, const DualTree *entry, const DualTree *left, const DualTree *right) {
  if (height(left->left) >= height(left->right)) {
    const DualTree *below = node(run, entry, left->right, right);
    return below == NULL ? NULL : node(run, left, left->left, below);
  }
  const DualTree *middle = left->right;
  if (middle == NULL) return NULL;
  const DualTree *a = node(run, left, left->left, middle->left), *b = node(run, entry, middle->right, right);
  return a == NULL || b == NULL ? NULL : node(run, middle, a, b);
}

static const DualTree *rotate_left(DualRun *run, const DualTree *entry, const DualTree *left, const DualTree *right) {
  if (height(right->right) >= height(right->left)) {
    const DualTree *below = node(run, entry, left, right->left);
    return below == NULL ? NULL : node(run, right, below, right->right);
  }
  const DualTree *middle = right->left;
  if (middle == NULL) return NULL;
  const DualTree *a = node(run, entry, left, middle->left), *b = node(run, right, middle->right, right->right);
  return a == NULL || b == NULL ? NULL : node(run, middle, a, b);
}

/* The same where heights may differ by two; LIMIT without memory. */
static Status balance(DualRun *run, const DualTree *entry, const DualTree *left, const DualTree *right,
                      const DualTree **out) {
  if (height(left) > height(right) + 1)
    *out = rotate_right(run, entry, left, right);
  else if (height(right) > height(left) + 1)
    *out = rotate_left(run, entry, left, right);
  else
    *out = node(run, entry, left, right);
  return *out == NULL ? STATUS_LIMIT : STATUS_OK;
}

/* f x + f y = f (x + y): the arguments of equal ids are added */
static Status add(DualRun *run, const DualTree *tree, const DualTree *entry, uint32_t depth, const DualTree **out) {
  TRY(depth == 0 ? STATUS_LIMIT : dual_step(run));
  if (tree == NULL) {
    *out = node(run, entry, NULL, NULL);
    return *out == NULL ? STATUS_LIMIT : STATUS_OK;
  }
  if (entry->key == tree->key) {
    DualTree sum = *entry;
    sum.argument = ring_add(run->machine->ring, tree->argument, entry->argument);
    *out = node(run, &sum, tree->left, tree->right);
    return *out == NULL ? STATUS_LIMIT : ring_take_status(run->machine->ring);
  }
  const DualTree *changed = NULL;
  bool left = entry->key < tree->key;
  TRY(add(run, left ? tree->left : tree->right, entry, depth - 1, &changed));
  return left ? balance(run, tree, changed, tree->right, out) : balance(run, tree, tree->left, changed, out);
}

Status dual_tree_add(DualRun *run, const DualTree *tree, int64_t key, const DualLinear *function, Scalar argument,
                     const DualTree **out) {
  RULE(DUAL_FACTOR);
  DualTree entry = {.key = key, .function = function, .argument = argument};
  return add(run, tree, &entry, TREE_HEIGHT, out);
}

/* into := into u tree */
static Status add_all(DualRun *run, const DualTree *tree, uint32_t depth, const DualTree **into) {
  if (tree == NULL) return STATUS_OK;
  if (depth == 0) return STATUS_LIMIT;
  Status status = add_all(run, tree->left, depth - 1, into);
  if (status == STATUS_OK) status = add(run, *into, tree, TREE_HEIGHT, into);
  return status == STATUS_OK ? add_all(run, tree->right, depth - 1, into) : status;
}

/* The lower tree is added to the higher. */
Status dual_tree_union(DualRun *run, const DualTree *a, const DualTree *b, const DualTree **out) {
  bool first = height(a) >= height(b);
  *out = first ? a : b;
  return add_all(run, first ? b : a, TREE_HEIGHT, out);
}

static Status pop(DualRun *run, const DualTree *tree, uint32_t depth, const DualTree **highest, const DualTree **rest) {
  TRY(depth == 0 ? STATUS_LIMIT : dual_step(run));
  if (tree->right == NULL) {
    *highest = tree;
    *rest = tree->left;
    return STATUS_OK;
  }
  const DualTree *right;
  Status status = pop(run, tree->right, depth - 1, highest, &right);
  return status == STATUS_OK ? balance(run, tree, tree->left, right, rest) : status;
}

Status dual_tree_pop(DualRun *run, const DualTree *tree, const DualTree **highest, const DualTree **rest) {
  return pop(run, tree, TREE_HEIGHT, highest, rest);
}
