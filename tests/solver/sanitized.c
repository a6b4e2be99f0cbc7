/* A solver that was built with sanitizers, and what its first argument names is wrong with it. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char script[1 << 20];

int main(int count, char **arguments)
{
    if (count < 3 || !strcmp(arguments[count - 1], "--version"))
        return puts("sanitized 1.0") < 0;
    const char *mode = arguments[1];
    FILE *file = fopen(arguments[count - 1], "r");
    size_t length = file ? fread(script, 1, sizeof script - 1, file) : 0;
    script[length] = 0;
    volatile int largest = INT_MAX;
    if (!strcmp(mode, "overflow") || (!strcmp(mode, "bvmul") && strstr(script, "bvmul")))
        largest = largest + 1;
    if (!strcmp(mode, "huge"))
        ((volatile char *)malloc((size_t)1 << 46))[0] = 1;
    if (!strcmp(mode, "grows"))
        for (size_t size = 1 << 20;; size += 1 << 20)
            memset(malloc(1 << 20), 1, 1 << 20);
    puts(strcmp(mode, "bvmul") ? "sat" : "unknown");
    fflush(stdout);
    if (!strcmp(mode, "use-after-free")) {
        volatile int *freed = malloc(sizeof *freed);
        free((void *)freed);
        return *freed;
    }
    if (!strcmp(mode, "leak"))
        *(void *volatile *)malloc(sizeof(void *)) = malloc(100);
    return 0;
}
