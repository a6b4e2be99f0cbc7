/* imp: a small solver whose answers are right, and whose behaviour is as bad as its arguments say.

   Arguments are the names of habits (below), `seed=N` for all that is left to chance, and `lie=WHAT` for the one thing that it
   says wrongly: status, model, core, value, assumptions; or crash, which is no lie but a death that is held against it.
   Two processes with the same arguments do the same. */
#define _GNU_SOURCE
#include "solve.h"

#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

enum { MOST_LEVELS = 128, FLOOD = 1 << 20 };

static char **arguments;
static uint64_t chance;

static bool has(const char *habit) {
    for (char **argument = arguments; *argument; argument++)
        if (!strcmp(*argument, habit)) return true;
    return false;
}

/* The value of the argument `name=`, or an empty string. */
static const char *option(const char *name) {
    for (char **argument = arguments; *argument; argument++)
        if (!strncmp(*argument, name, strlen(name)) && (*argument)[strlen(name)] == '=')
            return *argument + strlen(name) + 1;
    return "";
}

static bool lies_about(const char *what) { return !strcmp(option("lie"), what); }

/* A number below `most`, by xorshift. */
static unsigned below(unsigned most) {
    chance ^= chance << 13, chance ^= chance >> 7, chance ^= chance << 17;
    return (chance >> 11) % most;
}

static void sleep_for(unsigned microseconds) { nanosleep(&(struct timespec){0, microseconds * 1000L}, 0); }

/* ---- output ---- */

typedef enum { STATUS, REPLY, ECHO } Kind;

static bool owes_line_feed;
/* With the habit `early`: answers are printed first, and then everything else. */
static char *first_said, *then_said;

static void write_all(int fd, const char *text, size_t length) {
    // Single bytes only at the beginning and at the end: otherwise they would take most of the time of a sweep.
    for (size_t said = 0; length > 0;) {
        bool is_single = has("bytes") && (said < 16 || length <= 8);
        size_t piece = is_single ? 1 : has("bytes") && length > 8 ? length - 8 : has("pieces") ? 1 + below(5) : length;
        ssize_t written = write(fd, text, piece < length ? piece : length);
        if (written < 0) return;
        text += written, length -= written, said += written;
        if (has("pieces") && below(8) == 0) sleep_for(50);
    }
}

static void put(int fd, const char *text) {
    if (!has("crlf")) return write_all(fd, text, strlen(text));
    for (const char *end; (end = strchr(text, '\n')); text = end + 1) {
        write_all(fd, text, end - text);
        write_all(fd, "\r\n", 2);
    }
    write_all(fd, text, strlen(text));
}

static void pay_line_feed(void) {
    if (owes_line_feed) put(1, "\n");
    owes_line_feed = false;
}

static void append(char **text, const char *more) {
    size_t length = *text ? strlen(*text) : 0;
    *text = need(realloc(*text, length + strlen(more) + 1));
    strcpy(*text + length, more);
}

/* Prints a text that ends with a line feed. */
static void tell(Kind kind, const char *text) {
    if (has("early")) return append(kind == STATUS ? &first_said : &then_said, text);
    bool is_aside = kind == STATUS ? has("status-aside") : kind == REPLY && has("reply-aside");
    if (is_aside) return put(2, text);
    pay_line_feed();
    if (!has("no-line-feed")) return put(1, text);
    char *line = need(strndup(text, strlen(text) - 1));
    put(1, line);
    free(line);
    owes_line_feed = true;
}

static void tell_early(void) {
    if (first_said) put(1, first_said);
    if (then_said) put(1, then_said);
    first_said = then_said = 0;
}

static void noise(void) {
    static const char *const COMMENTS[] = {"; sat\n", "; (error \"nothing\")\n", "; unsat, perhaps\n", ";\n"};
    if (has("comments")) tell(REPLY, COMMENTS[below(4)]);
    if (has("blank")) tell(REPLY, below(2) ? "\n" : "   \n\n");
    if (has("not-utf8")) tell(REPLY, "; \xff\xfe\xc3\x28\n");
    if (has("warnings")) put(2, below(2) ? "warning: a word about nothing\n" : "(error \"unsat\")\nsat\n");
    if (has("statistics") && below(2)) tell(REPLY, "(:time 0.01\n :memory 17.2\n :rounds 3)\n");
    if (has("late")) sleep_for(below(2000));
}

static void say(Kind kind, const char *form, ...) {
    char *text = 0;
    va_list list;
    va_start(list, form);
    if (vasprintf(&text, form, list) < 0) exit(1);
    va_end(list);
    noise();
    tell(kind, text);
    free(text);
}

/* ---- the end of the process ---- */

static void end_by(bool may_signal) {
    static const int SIGNALS[] = {SIGKILL, SIGTERM, SIGHUP, SIGINT, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU};
    static const int CODES[] = {1, 2, 3, 4, 20, 100, 110, 124, 126, 127, 130, 137, 141, 143, 255};
    if (may_signal && has("dies-by-signal")) {
        int number = SIGNALS[below(9)];
        signal(number, SIG_DFL);
        kill(getpid(), number);
    }
    exit(has("fails-at-end") || has("dies-by-code") ? CODES[below(15)] : 0);
}

static void hold_pipes_in_child(void) {
    if (fork() == 0)
        for (;;) pause();
}

/* Without small pieces, whatever the habits: that would take seconds. */
static void flood(void) {
    char line[1024];
    memset(line, 'x', sizeof line);
    line[sizeof line - 1] = '\n';
    for (int at = 0; at < FLOOD; at += sizeof line)
        if (write(2, line, sizeof line) < 0) return;
}

/* ---- answers ---- */

typedef struct {
    int symbols, claims;
    bool is_beyond;
} Level;

static Level levels[MOST_LEVELS];
static int level_count;
/* The last answer: 1 for sat, 0 for unsat, -1 for unknown. */
static int answer = -1;
static bool says_success;
static int answers_given;

static const char *value_text(Value value) {
    static char texts[4][64];
    static int next;
    char *text = texts[next++ % 4];
    if (value.width == 0) return value.bits ? "true" : "false";
    if (has("long-literals")) {
        snprintf(text, 64, "(_ bv%u %d)", value.bits, value.width);
    } else if (value.width % 4 == 0 && !has("binary")) {
        snprintf(text, 64, "#x%0*x", value.width / 4, value.bits);
    } else {
        char *digit = text + sprintf(text, "#b");
        for (int bit = value.width - 1; bit >= 0; bit--) *digit++ = '0' + (value.bits >> bit & 1);
        *digit = 0;
    }
    return text;
}

static void check(const Node *assumptions) {
    assumed_count = 0;
    for (int at = 0; assumptions && at < assumptions->count && at < MOST; at++) {
        const Node *literal = assumptions->kids[at];
        assumed[assumed_count++] = (Claim){literal, literal->text};
    }
    answer = find(true);
    if (answer >= 0 && lies_about("status")) answer = !answer;
    if (has("unknown") && below(3) == 0) answer = -1;
    const char *word = answer < 0 ? "unknown" : answer ? "sat" : "unsat";
    if (has("torn-answer") && below(2)) {
        put(1, answer ? "(" : "uns");
        end_by(true);
    }
    say(STATUS, has("spaces") ? "  %s  \n" : "%s\n", word);
    if (has("twice")) tell(STATUS, answer < 0 ? "unknown\n" : answer ? "sat\n" : "unsat\n");
    answers_given++;
    if (has("flood")) flood();
    if (has("oom-words")) put(2, "nearly out of memory, but there was enough\n");
    if (has("dies-by-signal") || has("dies-by-code")) {
        if (below(2)) tell_early(), end_by(true);
    }
    if (lies_about("crash")) {
        pay_line_feed();
        tell_early();
        signal(SIGSEGV, SIG_DFL);
        kill(getpid(), SIGSEGV);
    }
}

/* Prints an error or the like in place of a reply, if it has this habit. */
static bool refuses(void) {
    static const char *const ERRORS[] = {
        "(error \"line 3 column 1: not available\")\n", "(error \"first line\nsat\nunsat\n(x)\")\n",
        "(error \"it says \"\"no\"\"\")\n", "unsupported\n", "(error \"without an end\"\n"};
    if (!has("refusals") || below(2)) return false;
    say(REPLY, "%s", ERRORS[below(5)]);
    return true;
}

/* Whether all claims hold for every value of this symbol while the others keep theirs. */
static bool is_open(Symbol *symbol) {
    Value before = symbol->value;
    bool result = true;
    for (unsigned bits = 0; bits <= mask(before.width) && result; bits++) {
        symbol->value.bits = bits;
        result = hold(claims, claim_count) == 1 && hold(assumed, assumed_count) == 1;
    }
    symbol->value = before;
    return result;
}

static void get_model(void) {
    if (answer != 1) return say(REPLY, "(error \"there is no model\")\n");
    if (find(!lies_about("model")) != 1 && find(true) != 1) assign(0);
    char *text = 0, line[512];
    append(&text, has("model-word") ? "(model\n" : "(\n");
    if (has("model-comments")) append(&text, "  ; the universe ) is small\n");
    bool may_omit = has("partial-models") && !lies_about("model");
    for (int at = 0; at < symbol_count; at++) {
        Symbol *symbol = &symbols[at];
        if (symbol->body) continue;
        // Any value of a single symbol will do, but leaving out two at once could be wrong.
        if (may_omit && is_open(symbol)) {
            may_omit = false;
            continue;
        }
        char sort[32] = "Bool";
        if (symbol->value.width) sprintf(sort, "(_ BitVec %d)", symbol->value.width);
        const char *form = has("long-lines") ? "(define-fun\n\n %s\n()\n%s\n%s )" : "  (define-fun %s () %s %s)\n";
        snprintf(line, sizeof line, form, symbol->name, sort, value_text(symbol->value));
        append(&text, line);
    }
    if (has("more-symbols")) append(&text, "  (define-fun aux!7 () Bool false)\n");
    if (has("torn-reply") && below(2)) {
        text[strlen(text) / 2] = 0;
        put(1, text);
        end_by(true);
    }
    append(&text, ")\n");
    say(REPLY, "%s", text);
    free(text);
}

/* Prints the names of claims that still have their terms; as a lie without the first of them. */
static void print_names(const Claim *list, int count, bool is_lie) {
    char *text = 0;
    append(&text, "(");
    for (int at = 0; at < count; at++) {
        if (!list[at].term || !list[at].name) continue;
        if (!is_lie) {
            if (strlen(text) > 1) append(&text, has("long-lines") ? "\n  " : " ");
            append(&text, list[at].name);
        }
        is_lie = false;
    }
    append(&text, has("long-lines") ? "\n)\n" : ")\n");
    say(REPLY, "%s", text);
    free(text);
}

static void get_needed(Claim *list, int count, bool is_lie) {
    Claim before[MOST];
    if (answer != 0) return say(REPLY, "(error \"the answer was not unsat\")\n");
    memcpy(before, list, count * sizeof *list);
    if (find(true) == 0 && (is_lie || !has("large-cores"))) minimize(list, count);
    print_names(list, count, is_lie);
    memcpy(list, before, count * sizeof *list);
}

/* Finds a value that the term cannot have under the claims, if there is one. */
static bool find_impossible(const Node *term, Value *value) {
    if (assumed_count == MOST) return false;
    char text[64];
    for (unsigned bits = 0; bits <= mask(value->width); bits++) {
        Value other = of(value->width, bits);
        snprintf(text, sizeof text, "%s", value_text(other));
        char *claim = 0;
        if (asprintf(&claim, "(= %s %s)", term->text, text) < 0) exit(1);
        assumed[assumed_count++] = (Claim){read_node(claim, 0, strlen(claim)), 0};
        bool is_impossible = find(true) == 0;
        assumed_count--;
        find(true);
        if (is_impossible) {
            *value = other;
            return true;
        }
    }
    return false;
}

static void get_value(const Node *terms) {
    if (answer != 1 || find(true) != 1) return say(REPLY, "(error \"there is no model\")\n");
    char *text = 0;
    bool lies = lies_about("value");
    append(&text, "(");
    for (int at = 0; at < terms->count; at++) {
        Value value = eval(terms->kids[at]);
        if (lies && value.width >= 0) lies = !find_impossible(terms->kids[at], &value);
        if (at > 0) append(&text, has("long-lines") ? "\n  " : " ");
        append(&text, "("), append(&text, terms->kids[at]->text), append(&text, " ");
        append(&text, value.width < 0 ? "unknown" : value_text(value)), append(&text, ")");
    }
    append(&text, ")\n");
    say(REPLY, "%s", text);
    free(text);
}

static void get_assignment(void) {
    if (answer != 1 || find(true) != 1) return say(REPLY, "(error \"there is no model\")\n");
    char *text = 0;
    append(&text, "(");
    for (int at = 0; at < claim_count; at++) {
        if (!claims[at].name) continue;
        if (strlen(text) > 1) append(&text, " ");
        append(&text, "("), append(&text, claims[at].name);
        append(&text, eval(claims[at].term).bits ? " true)" : " false)");
    }
    append(&text, ")\n");
    say(REPLY, "%s", text);
    free(text);
}

/* ---- commands ---- */

static void claim(const Node *term) {
    if (claim_count == MOST) is_beyond = true;
    if (is_beyond) return;
    const char *name = 0;
    if (begins(term, "!"))
        for (int at = 2; at + 1 < term->count; at += 2)
            if (is(term->kids[at], ":named")) name = term->kids[at + 1]->text;
    const Node *inner = begins(term, "!") ? term->kids[1] : term;
    claims[claim_count++] = (Claim){inner, name};
    if (name) bind(name, NOTHING, 0, inner);
}

static void declare(const Node *command) {
    bool is_constant = command->count == 3 || (command->count == 4 && command->kids[2]->count == 0);
    int width = width_of(command->kids[command->count - 1]);
    if (!is_constant || width < 0)
        is_beyond = true;
    else
        bind(command->kids[1]->text, of(width, 0), 0, 0);
}

static void push(int count) {
    for (; count > 0; count--) {
        if (level_count == MOST_LEVELS) exit(1);
        levels[level_count++] = (Level){symbol_count, claim_count, is_beyond};
    }
}

static void pop(int count) {
    for (; count > 0 && level_count > 0; count--) {
        Level level = levels[--level_count];
        symbol_count = level.symbols, claim_count = level.claims, is_beyond = level.is_beyond;
    }
}

static void reset(void) { symbol_count = claim_count = assumed_count = level_count = 0, is_beyond = says_success = false; }

static void echo(const Node *command) {
    char *text = need(strdup(command->kids[1]->text));
    if (!has("quoted-echo")) text++, text[strlen(text) - 1] = 0;
    noise();
    char *line = 0;
    if (asprintf(&line, "%s\n", text) < 0) exit(1);
    tell(ECHO, line);
}

/* Runs a command that gets a reply; returns whether this is one. */
static bool replies(const Node *command) {
    if (begins(command, "check-sat")) check(0);
    else if (begins(command, "check-sat-assuming")) check(command->kids[1]);
    else if (begins(command, "echo")) echo(command);
    else if (command->kids[0]->text[0] == 'g' && refuses()) return true;
    else if (begins(command, "get-model")) get_model();
    else if (begins(command, "get-unsat-core")) get_needed(claims, claim_count, lies_about("core"));
    else if (begins(command, "get-unsat-assumptions")) get_needed(assumed, assumed_count, lies_about("assumptions"));
    else if (begins(command, "get-value")) get_value(command->kids[1]);
    else if (begins(command, "get-assignment")) get_assignment();
    else if (!strncmp(command->kids[0]->text, "get-", 4)) say(REPLY, "unsupported\n");
    else return false;
    return true;
}

static void obey(const Node *command) {
    int number = command->count > 1 ? atoi(command->kids[1]->text) : 1;
    if (command->count == 0) return say(REPLY, "(error \"no command\")\n");
    if (begins(command, "exit")) tell_early(), end_by(true);
    if (replies(command)) return;
    if (begins(command, "assert")) claim(command->kids[1]);
    else if (begins(command, "declare-const") || begins(command, "declare-fun")) declare(command);
    else if (begins(command, "define-fun")) bind(command->kids[1]->text, NOTHING, command->kids[2], command->kids[4]);
    else if (begins(command, "push")) push(number);
    else if (begins(command, "pop")) pop(number);
    else if (begins(command, "reset")) reset();
    else if (begins(command, "reset-assertions")) claim_count = symbol_count = level_count = 0, is_beyond = false;
    else if (begins(command, "set-option")) {
        if (has("no-options")) return say(REPLY, "unsupported\n");
        if (is(command->kids[1], ":print-success")) says_success = is(command->kids[2], "true");
    } else if (!begins(command, "set-logic") && !begins(command, "set-info"))
        is_beyond = true;
    if (says_success || has("success")) say(REPLY, "success\n");
}

/* ---- input ---- */

static bool has_input_soon(void) {
    struct pollfd waiting = {0, POLLIN, 0};
    return poll(&waiting, 1, 2) > 0;
}

int main(int count, char **values) {
    arguments = values + 1;
    (void)count;
    chance = strtoull(option("seed"), 0, 10) * 0x9e3779b97f4a7c15u + 0x2545f4914f6cdd1du;
    if (has("--version")) return puts("imp 1.0") < 0;
    if (has("deaf"))
        for (int number = 1; number < 32; number++) signal(number, SIG_IGN);
    if (has("child")) hold_pipes_in_child();
    if (has("orphan") && fork() > 0) _exit(0);
    if (has("banner")) tell(REPLY, "imp 1.0, at your service\n");
    if (has("late")) sleep_for(3000);
    char *input = need(malloc(1)), buffer[65536];
    size_t length = 0, at = 0;
    for (;;) {
        if (!has_input_soon()) pay_line_feed();
        ssize_t got = read(0, buffer, has("sips") ? 7 : sizeof buffer);
        if (got <= 0) break;
        input = need(realloc(input, length + got + 1));
        memcpy(input + length, buffer, got);
        length += got;
        for (size_t end; (end = end_of(input, at, length)); at = end) obey(read_node(input, at, length));
        tell_early();
        if (has("closes-input") && answers_given > 0) close(0);
    }
    end_by(true);
}
