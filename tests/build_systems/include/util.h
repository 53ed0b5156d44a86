int step(int n);
