/* A toy of a solver, to be built with counters: it goes another way for every kind of thing that a script holds.
 *
 * Reads commands from standard input, or from the file that it is given. Answers `unknown`, except where an assertion is
 * `false` and nothing more (unsat), or all are `true` (sat), and it was never told to forget one. `(declare-heap)` kills it, `(declare-pool)` keeps it from ending.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int asserted, only_true = 1, has_false, forgot, steps;

static void number(const char *word) {
  for (; *word; word++) steps += *word == '0' ? 1 : 2;
}

static void operator(const char *word) {
  switch (word[0]) {
  case '+': steps += 3; break;
  case '*': steps += 5; break;
  case '-': steps += 7; break;
  case '<': steps += word[1] == '=' ? 11 : 13; break;
  case '=': steps += word[1] ? 17 : 19; break;
  case 'a': steps += strcmp(word, "and") ? 23 : 29; break;
  case 'b': steps += strncmp(word, "bv", 2) ? 31 : 37; break;
  case 'f': steps += strncmp(word, "fp", 2) ? 41 : 43; break;
  case 'n': steps += strcmp(word, "not") ? 47 : 53; break;
  case 's': steps += strncmp(word, "str", 3) ? 59 : 61; break;
  default: steps++;
  }
}

static void term(const char *word) {
  if (word[0] >= '0' && word[0] <= '9') number(word);
  else operator(word);
}

static void assertion(void) {
  const char *word, *only = "";
  int words = 0;
  while ((word = strtok(NULL, " \t\n()"))) {
    only = words++ ? "" : word;
    term(word);
  }
  asserted = 1;
  if (!strcmp(only, "false")) has_false = 1;
  if (strcmp(only, "true")) only_true = 0;
}

static void answer(void) {
  if (forgot) puts("unknown");
  else if (has_false) puts("unsat");
  else if (asserted && only_true) puts("sat");
  else puts("unknown");
}

static void command(char *text) {
  char *word = strtok(text, " \t\n()");
  if (!word) return;
  if (!strcmp(word, "assert")) {
    assertion();
  } else if (!strcmp(word, "check-sat")) {
    answer();
  } else if (!strcmp(word, "check-sat-assuming")) {
    puts("unknown");
  } else if (!strcmp(word, "pop") || !strcmp(word, "reset-assertions")) {
    forgot = 1;
  } else if (!strcmp(word, "echo")) {
    word = strtok(NULL, "\"");
    while (word && *word == ' ') word = strtok(NULL, "\"");
    puts(word ? word : "");
  } else if (!strcmp(word, "reset")) {
    asserted = has_false = forgot = 0;
    only_true = 1;
  } else if (!strcmp(word, "get-model")) {
    puts(forgot || has_false || !only_true ? "(error \"no model\")" : "(\n)");
  } else if (!strcmp(word, "declare-heap")) {
    abort();
  } else if (!strcmp(word, "declare-pool")) {
    sleep(1000);
  } else if (!strcmp(word, "exit")) {
    exit(0);
  }
}

int main(int count, char **arguments) {
  static char text[1 << 20];
  if (count > 1 && !strcmp(arguments[1], "--version")) return puts("toy 1.0") < 0;
  FILE *in = count > 1 ? fopen(arguments[1], "r") : stdin;
  int depth = 0, length = 0, c;
  while (in && (c = getc(in)) != EOF) {
    if (length < (int)sizeof text - 1) text[length++] = (char)c;
    if (c == '(') depth++;
    else if (c == ')' && --depth <= 0) {
      text[length] = 0;
      depth = length = 0;
      command(text);
      fflush(stdout);
    }
  }
  return 0;
}
