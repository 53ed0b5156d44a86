/* Interpolation search: where a value should be if the sorted values grow evenly. */
int interpolation_search(const short *values, int n, short wanted) {
    int low = 0, high = n - 1;

    while (low <= high && wanted >= values[low] && wanted <= values[high]) {
        long span = values[high] - values[low];
        int place = low;

        if (span > 0)
            place += (int)((long)(high - low) * (wanted - values[low]) / span);
        if (values[place] == wanted)
            return place;
        if (values[place] < wanted)
            low = place + 1;
        else
            high = place - 1;
    }
    return -1;
}
