/* The part of imp that is right: it reads scripts about Booleans and short bit-vectors, and decides them by trying all values. */
#ifndef SOLVE_H
#define SOLVE_H

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BITS = 14, WIDEST = 16, MOST = 512, MOST_ARGUMENTS = 64, MOST_STEPS = 20000000 };

/* An S-expression with its text. An atom has no children. */
typedef struct Node {
    char *text;
    bool is_list;
    int count;
    struct Node **kids;
} Node;

/* A value: width 0 is Bool, -1 means that the value cannot be told. */
typedef struct {
    int width;
    unsigned bits;
} Value;

/* A declared constant, a name bound to a value, or a definition, which has parameters and a body. */
typedef struct {
    const char *name;
    Value value;
    const Node *parameters, *body;
} Symbol;

/* A term that is asserted or assumed, with its name. */
typedef struct {
    const Node *term;
    const char *name;
} Claim;

/* All claims so far. If something is beyond this solver, every answer is unknown. */
static Symbol symbols[MOST];
static Claim claims[MOST], assumed[MOST];
static int symbol_count, claim_count, assumed_count;
static bool is_beyond;
static long steps;
/* The range of symbols that are hidden: a function's body sees its parameters, but nothing that was bound after its
   definition. */
static int hidden_from, hidden_to;

static const Value NOTHING = {-1, 0};

static void *need(void *memory) {
    if (!memory) exit(1);
    return memory;
}

/* The end of the white space and comments at `at`. */
static size_t after_blank(const char *text, size_t at, size_t length) {
    while (at < length && (isspace((unsigned char)text[at]) || text[at] == ';')) {
        if (text[at] == ';')
            while (at < length && text[at] != '\n') at++;
        else
            at++;
    }
    return at;
}

/* The end of the expression at `at`, or 0 if it is not complete. */
static size_t end_of(const char *text, size_t at, size_t length) {
    int depth = 0;
    do {
        at = after_blank(text, at, length);
        if (at >= length) return 0;
        char first = text[at++];
        if (first == '(') {
            depth++;
        } else if (first == ')') {
            depth--;
        } else if (first == '"' || first == '|') {
            while (at < length && text[at] != first) at++;
            if (at++ >= length) return 0;
        } else {
            while (at < length && !strchr("() \t\r\n;\"|", text[at])) at++;
        }
    } while (depth > 0);
    return at;
}

/* Reads the complete expression at `at`. */
static Node *read_node(const char *text, size_t at, size_t length) {
    at = after_blank(text, at, length);
    size_t end = end_of(text, at, length);
    Node *node = need(calloc(1, sizeof *node));
    node->text = need(strndup(text + at, end - at));
    node->is_list = text[at] == '(';
    if (!node->is_list) return node;
    size_t next = after_blank(text, at + 1, end);
    while (next < end - 1) {
        node->kids = need(realloc(node->kids, (node->count + 1) * sizeof *node->kids));
        node->kids[node->count++] = read_node(text, next, end);
        next = after_blank(text, end_of(text, next, end), end);
    }
    return node;
}

static bool is(const Node *node, const char *word) { return !node->is_list && !strcmp(node->text, word); }

static bool begins(const Node *node, const char *word) { return node->count > 0 && is(node->kids[0], word); }

/* The width of a sort; -1 for an unknown one. */
static int width_of(const Node *sort) {
    if (is(sort, "Bool")) return 0;
    if (sort->count != 3 || !begins(sort, "_") || !is(sort->kids[1], "BitVec")) return -1;
    int width = atoi(sort->kids[2]->text);
    return width > 0 && width <= WIDEST ? width : -1;
}

static unsigned mask(int width) { return width ? (1u << width) - 1 : 1; }

static Value of(int width, unsigned bits) { return (Value){width, bits & mask(width)}; }

static int as_signed(Value value) {
    bool is_negative = value.bits >> (value.width - 1) & 1;
    return is_negative ? (int)value.bits - (1 << value.width) : (int)value.bits;
}

static Value literal(const Node *node) {
    if (node->is_list) {
        if (node->count != 3 || !begins(node, "_") || strncmp(node->kids[1]->text, "bv", 2)) return NOTHING;
        int width = atoi(node->kids[2]->text);
        return width > 0 && width <= WIDEST ? of(width, strtoul(node->kids[1]->text + 2, 0, 10)) : NOTHING;
    }
    if (is(node, "true") || is(node, "false")) return of(0, is(node, "true"));
    if (node->text[0] != '#') return NOTHING;
    bool is_binary = node->text[1] == 'b';
    int digits = strlen(node->text + 2), width = is_binary ? digits : 4 * digits;
    return width <= WIDEST ? of(width, strtoul(node->text + 2, 0, is_binary ? 2 : 16)) : NOTHING;
}

static Value eval(const Node *node);

static Symbol *look_up(const char *name) {
    for (int at = symbol_count - 1; at >= 0; at--) {
        bool is_hidden = at >= hidden_from && at < hidden_to;
        if (!is_hidden && !strcmp(symbols[at].name, name)) return &symbols[at];
    }
    return 0;
}

static void bind(const char *name, Value value, const Node *parameters, const Node *body) {
    if (symbol_count == MOST)
        is_beyond = true;
    else
        symbols[symbol_count++] = (Symbol){name, value, parameters, body};
}

static Value call(const Symbol *function, const Value *arguments, int count) {
    const Node *parameters = function->parameters;
    int before = symbol_count, from = hidden_from, to = hidden_to;
    if ((parameters ? parameters->count : 0) != count) return NOTHING;
    for (int at = 0; at < count; at++) bind(parameters->kids[at]->kids[0]->text, arguments[at], 0, 0);
    hidden_from = function - symbols, hidden_to = before;
    Value result = eval(function->body);
    symbol_count = before, hidden_from = from, hidden_to = to;
    return result;
}

static Value eval_let(const Node *node) {
    const Node *bindings = node->kids[1];
    Value values[MOST_ARGUMENTS];
    int before = symbol_count;
    if (bindings->count > MOST_ARGUMENTS) return NOTHING;
    for (int at = 0; at < bindings->count; at++) values[at] = eval(bindings->kids[at]->kids[1]);
    for (int at = 0; at < bindings->count; at++) bind(bindings->kids[at]->kids[0]->text, values[at], 0, 0);
    Value result = eval(node->kids[2]);
    symbol_count = before;
    return result;
}

/* (_ extract 3 1), (_ zero_extend 2) and the like. */
static Value indexed(const Node *head, Value x) {
    const char *name = head->kids[1]->text;
    int i = atoi(head->kids[2]->text), j = head->count > 3 ? atoi(head->kids[3]->text) : 0;
    if (x.width < 1 || i < 0 || j < 0) return NOTHING;
    if (!strcmp(name, "extract")) return i < x.width && j <= i ? of(i - j + 1, x.bits >> j) : NOTHING;
    if (x.width + i > WIDEST) return NOTHING;
    if (!strcmp(name, "zero_extend")) return of(x.width + i, x.bits);
    if (!strcmp(name, "sign_extend")) return of(x.width + i, (unsigned)as_signed(x));
    return NOTHING;
}

static Value logical(const char *name, const Value *v, int count) {
    for (int at = 0; at < count; at++)
        if (v[at].width != 0) return NOTHING;
    bool result = v[0].bits;
    if (!strcmp(name, "not")) return count == 1 ? of(0, !result) : NOTHING;
    bool is_and = !strcmp(name, "and"), is_or = !strcmp(name, "or"), is_xor = !strcmp(name, "xor");
    if (is_and || is_or || is_xor) {
        for (int at = 1; at < count; at++)
            result = is_and ? result && v[at].bits : is_or ? result || v[at].bits : result ^ v[at].bits;
        return of(0, result);
    }
    if (strcmp(name, "=>") || count < 2) return NOTHING;
    result = v[count - 1].bits;
    for (int at = count - 2; at >= 0; at--) result = !v[at].bits || result;
    return of(0, result);
}

static Value compare(const char *name, const Value *v, int count) {
    bool is_equal = !strcmp(name, "="), is_distinct = !strcmp(name, "distinct"), result = true;
    if (!is_equal && !is_distinct) return NOTHING;
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++) {
            if (v[i].width != v[j].width) return NOTHING;
            result &= (v[i].bits == v[j].bits) == is_equal;
        }
    return of(0, result);
}

static Value shifted(const char *name, Value x, Value y) {
    unsigned by = y.bits > WIDEST ? WIDEST : y.bits;
    if (!strcmp(name, "bvshl")) return of(x.width, x.bits << by);
    if (!strcmp(name, "bvlshr")) return of(x.width, x.bits >> by);
    if (!strcmp(name, "bvashr")) return of(x.width, (unsigned)(as_signed(x) >> by));
    return NOTHING;
}

/* Operators that take any number of words. */
static Value folded(const char *name, const Value *v, int count) {
    static const char *const NAMES[] = {"bvadd", "bvmul", "bvand", "bvor", "bvxor", 0};
    int which = 0;
    while (NAMES[which] && strcmp(name, NAMES[which])) which++;
    if (!NAMES[which]) return NOTHING;
    unsigned a = v[0].bits;
    for (int at = 1; at < count; at++) {
        unsigned b = v[at].bits;
        if (v[at].width != v[0].width) return NOTHING;
        a = which == 0 ? a + b : which == 1 ? a * b : which == 2 ? a & b : which == 3 ? a | b : a ^ b;
    }
    return of(v[0].width, a);
}

static Value on_two_words(const char *name, Value x, Value y) {
    unsigned a = x.bits, b = y.bits;
    int s = as_signed(x), t = as_signed(y);
    const struct {
        const char *name;
        int width;
        unsigned bits;
    } ROWS[] = {
        {"bvult", 0, a < b}, {"bvule", 0, a <= b}, {"bvugt", 0, a > b}, {"bvuge", 0, a >= b},
        {"bvslt", 0, s < t}, {"bvsle", 0, s <= t}, {"bvsgt", 0, s > t}, {"bvsge", 0, s >= t},
        {"bvsub", x.width, a - b}, {"bvnand", x.width, ~(a & b)}, {"bvnor", x.width, ~(a | b)},
        {"bvxnor", x.width, ~(a ^ b)}, {"bvcomp", 1, a == b}, {"bvudiv", x.width, b ? a / b : ~0u},
        {"bvurem", x.width, b ? a % b : a}};
    for (size_t at = 0; at < sizeof ROWS / sizeof *ROWS; at++)
        if (!strcmp(name, ROWS[at].name)) return of(ROWS[at].width, ROWS[at].bits);
    return shifted(name, x, y);
}

static Value on_words(const char *name, const Value *v, int count) {
    if (v[0].width < 1) return NOTHING;
    if (count == 1 && !strcmp(name, "bvnot")) return of(v[0].width, ~v[0].bits);
    if (count == 1 && !strcmp(name, "bvneg")) return of(v[0].width, -v[0].bits);
    if (count != 2 || v[1].width < 1) return folded(name, v, count);
    if (!strcmp(name, "concat")) {
        int width = v[0].width + v[1].width;
        return width <= WIDEST ? of(width, v[0].bits << v[1].width | v[1].bits) : NOTHING;
    }
    if (v[0].width != v[1].width) return NOTHING;
    Value result = folded(name, v, count);
    return result.width < 0 ? on_two_words(name, v[0], v[1]) : result;
}

static Value apply(const char *name, const Value *v, int count) {
    for (int at = 0; at < count; at++)
        if (v[at].width < 0) return NOTHING;
    if (!strcmp(name, "ite"))
        return count == 3 && v[0].width == 0 && v[1].width == v[2].width ? v[v[0].bits ? 1 : 2] : NOTHING;
    Value result = logical(name, v, count);
    if (result.width < 0) result = compare(name, v, count);
    return result.width < 0 ? on_words(name, v, count) : result;
}

static Value eval(const Node *node) {
    if (++steps > MOST_STEPS) return NOTHING;
    Value value = literal(node);
    if (value.width >= 0) return value;
    if (!node->is_list) {
        const Symbol *symbol = look_up(node->text);
        if (!symbol) return NOTHING;
        return symbol->body ? call(symbol, 0, 0) : symbol->value;
    }
    if (node->count < 2 || node->count > MOST_ARGUMENTS) return NOTHING;
    if (begins(node, "let")) return node->count == 3 ? eval_let(node) : NOTHING;
    if (begins(node, "!")) return eval(node->kids[1]);
    Value values[MOST_ARGUMENTS];
    for (int at = 1; at < node->count; at++) values[at - 1] = eval(node->kids[at]);
    const Node *head = node->kids[0];
    if (head->is_list) return head->count > 2 && begins(head, "_") ? indexed(head, values[0]) : NOTHING;
    const Symbol *symbol = look_up(head->text);
    if (symbol) return symbol->body ? call(symbol, values, node->count - 1) : NOTHING;
    return apply(head->text, values, node->count - 1);
}

/* The number of bits of all values together. */
static int bits_of_all(void) {
    int bits = 0;
    for (int at = 0; at < symbol_count; at++)
        if (!symbols[at].body) bits += symbols[at].value.width ? symbols[at].value.width : 1;
    return bits;
}

/* Assigns these bits to the declared symbols. */
static void assign(unsigned long bits) {
    for (int at = 0; at < symbol_count; at++) {
        Value *value = &symbols[at].value;
        if (symbols[at].body) continue;
        value->bits = bits & mask(value->width);
        bits >>= value->width ? value->width : 1;
    }
}

/* Whether these claims all hold now: 1, 0, or -1 if that cannot be told. A claim without a term is left out. */
static int hold(const Claim *list, int count) {
    int result = 1;
    for (int at = 0; at < count; at++) {
        Value value = list[at].term ? eval(list[at].term) : of(0, 1);
        if (value.width != 0) return -1;
        result &= value.bits;
    }
    return result;
}

/* Looks for values under which all that is claimed and assumed holds, or (if not `wanted`) does not hold: 1 if there are some,
   which are then assigned; 0 if there are none; -1 for what cannot be told. */
static int find(bool wanted) {
    steps = 0;
    int bits = bits_of_all();
    if (is_beyond || bits > MOST_BITS) return -1;
    for (unsigned long at = 0; at < 1ul << bits; at++) {
        assign(at);
        int claimed = hold(claims, claim_count), more = hold(assumed, assumed_count);
        if (claimed < 0 || more < 0) return -1;
        if ((claimed && more) == wanted) return 1;
    }
    return 0;
}

/* Drops the terms of named claims that are not needed for a contradiction. */
static void minimize(Claim *list, int count) {
    for (int at = 0; at < count; at++) {
        const Node *term = list[at].term;
        if (!list[at].name) continue;
        list[at].term = 0;
        if (find(true) != 0) list[at].term = term;
    }
}

#endif
