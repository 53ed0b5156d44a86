/* The moves of the Towers of Hanoi, as many as there is room for. */
#define MOST 4

struct move {
    char from, to;
};

static int solve(int n, char from, char to, char spare, struct move *moves) {
    int count;

    if (n == 0)
        return 0;
    count = solve(n - 1, from, spare, to, moves);
    moves[count].from = from;
    moves[count].to = to;
    return count + 1 + solve(n - 1, spare, to, from, moves + count + 1);
}

/* Returns the number of moves, or -1 if there are too many discs. */
int hanoi(int n, struct move moves[(1 << MOST) - 1]) {
    if (n < 0 || n > MOST)
        return -1;
    return solve(n, 'A', 'C', 'B', moves);
}
