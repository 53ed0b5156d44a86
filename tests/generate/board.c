/* What a declaration says of the size of an array is how many elements callers pass. */
int winner(const char board[3][3]) {
    for (int row = 0; row < 3; row++) {
        if (board[row][0] != '\0' && board[row][0] == board[row][1] && board[row][1] == board[row][2])
            return board[row][0];
    }
    return 0;
}

int middle(const int pair[2]) {
    return pair[0] + (pair[1] - pair[0]) / 2 > 100;
}
