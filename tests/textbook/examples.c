/*
 * What the algorithms of corpus/textbook give for known inputs: tests/textbook.rs compiles this once for each file, with that
 * file included before and the macro EXAMPLE_ and its name defined, and runs it.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define IS(condition)                                               \
    do {                                                            \
        if (!(condition)) {                                         \
            fprintf(stderr, "%d: %s\n", __LINE__, #condition);      \
            exit(1);                                                \
        }                                                           \
    } while (0)

/* A function sorts numbers: all beginnings of an array of which some are equal. */
#define SORTS(sort)                                                 \
    for (size_t n = 0; n <= 8; n++) {                               \
        int values[8] = {3, -7, 5, 3, INT_MAX, INT_MIN, 0, 1};      \
        long sum = 0;                                               \
        for (size_t i = 0; i < n; i++)                              \
            sum += values[i];                                       \
        sort(values, n);                                            \
        for (size_t i = 0; i < n; i++) {                            \
            IS(i == 0 || values[i - 1] <= values[i]);               \
            sum -= values[i];                                       \
        }                                                           \
        IS(sum == 0);                                               \
    }

int main(void) {
#if defined EXAMPLE_bubble_sort
    SORTS(bubble_sort)
#elif defined EXAMPLE_insertion_sort
    SORTS(insertion_sort)
#elif defined EXAMPLE_selection_sort
    SORTS(selection_sort)
#elif defined EXAMPLE_shell_sort
    SORTS(shell_sort)
#elif defined EXAMPLE_merge_sort
    SORTS(merge_sort)
#elif defined EXAMPLE_quick_sort
    SORTS(quick_sort)
#elif defined EXAMPLE_heap_sort
    SORTS(heap_sort)
#elif defined EXAMPLE_counting_sort
    unsigned char bytes[] = {7, 0, 255, 7, 3};
    counting_sort(bytes, 5);
    IS(memcmp(bytes, "\0\3\7\7\377", 5) == 0);
#elif defined EXAMPLE_radix_sort
    uint16_t values[] = {0x1234, 0xffff, 3, 0x0234, 3};
    IS(radix_sort(values, 5) == 0);
    IS(values[0] == 3 && values[1] == 3 && values[2] == 0x0234 && values[3] == 0x1234 && values[4] == 0xffff);
#elif defined EXAMPLE_generic_sort
    int values[] = {3, -1, 2, INT_MIN, INT_MAX};
    generic_sort(values, 5, sizeof *values, by_value);
    IS(values[0] == INT_MIN && values[1] == -1 && values[2] == 2 && values[3] == 3 && values[4] == INT_MAX);
#elif defined EXAMPLE_list_sort
    struct node c = {1, 0}, b = {3, &c}, a = {2, &b}, *list = list_sort(&a);
    IS(list == &c && c.next == &a && a.next == &b && b.next == 0);
#elif defined EXAMPLE_dutch_flag
    enum colour flag[] = {BLUE, RED, WHITE, BLUE, RED};
    sort_flag(flag, 5);
    IS(flag[0] == RED && flag[1] == RED && flag[2] == WHITE && flag[3] == BLUE && flag[4] == BLUE);
#elif defined EXAMPLE_linear_search
    int values[] = {5, 7, 5};
    IS(linear_search(values, 3, 5) == 0 && linear_search(values, 3, 7) == 1 && linear_search(values, 3, 6) == -1);
#elif defined EXAMPLE_binary_search
    int values[] = {1, 3, 5, 7};
    IS(binary_search(values, 4, 7) == 3 && binary_search(values, 4, 1) == 0 && binary_search(values, 4, 4) == -1);
#elif defined EXAMPLE_generic_search
    struct record records[] = {{1, 0}, {4, 0}, {6, 0}, {9, 0}}, key = {9, 1};
    for (int i = 0; i < 4; i++)
        IS(generic_search(&records[i], records, 4, sizeof *records, by_id) == &records[i]);
    IS(generic_search(&key, records, 3, sizeof *records, by_id) == 0);
#elif defined EXAMPLE_bounds
    long values[] = {1, 3, 3, 3, 8};
    IS(lower_bound(values, 5, 3) == 1 && upper_bound(values, 5, 3) == 4);
    IS(occurrences(values, 5, 3) == 3 && occurrences(values, 5, 4) == 0);
#elif defined EXAMPLE_interpolation_search
    short values[] = {-300, 1, 40, 32767};
    IS(interpolation_search(values, 4, 40) == 2 && interpolation_search(values, 4, 32767) == 3);
    IS(interpolation_search(values, 4, 2) == -1);
#elif defined EXAMPLE_quick_select
    int values[] = {9, 2, 7, 2, 5}, result = 0;
    IS(quick_select(values, 5, 2, &result) && result == 5);
    IS(quick_select(values, 5, 4, &result) && result == 9);
    IS(!quick_select(values, 5, 5, &result));
#elif defined EXAMPLE_staircase_search
    int matrix[4][4] = {{1, 4, 7, 11}, {2, 5, 8, 12}, {3, 6, 9, 16}, {10, 13, 14, 17}}, row = 0, column = 0;
    IS(staircase_search(matrix, 6, &row, &column) && row == 2 && column == 1);
    IS(!staircase_search(matrix, 15, &row, &column));
#elif defined EXAMPLE_two_sum
    int values[] = {1, 3, 4, 9}, first = 0, second = 0;
    IS(two_sum(values, 4, 13, &first, &second) && first == 2 && second == 3 && !two_sum(values, 4, 8, &first, &second));
#elif defined EXAMPLE_majority
    int votes[] = {2, 1, 2, 3, 2}, winner = 0;
    IS(majority(votes, 5, &winner) && winner == 2 && !majority(votes, 4, &winner));
#elif defined EXAMPLE_list_reverse
    struct node b = {2, 0}, a = {1, &b};
    IS(reverse(&a) == &b && b.next == &a && a.next == 0 && reverse(0) == 0);
#elif defined EXAMPLE_list_merge
    struct node c = {5, 0}, b = {2, 0}, a = {1, &c};
    IS(merge(&b, &a) == &a && a.next == &b && b.next == &c && c.next == 0);
#elif defined EXAMPLE_list_cycle
    struct node c = {3, 0}, b = {2, &c}, a = {1, &b};
    IS(find_cycle(&a) == 0);
    c.next = &b;
    IS(find_cycle(&a) == &b);
#elif defined EXAMPLE_list_insert
    struct node *list = 0;
    IS(insert(&list, 3) == 1 && insert(&list, 1) == 1 && insert(&list, 3) == 0);
    IS(length(list) == 2 && list->value == 1 && list->next->value == 3);
#elif defined EXAMPLE_list_remove
    struct node c = {1, 0}, b = {2, &c}, a = {1, &b}, *list = &a, *removed = 0;
    IS(remove_all(&list, 1, &removed) == 2 && list == &b && b.next == 0 && removed == &c && c.next == &a && a.next == 0);
#elif defined EXAMPLE_list_middle
    struct node c = {3, 0}, b = {2, &c}, a = {1, &b};
    IS(middle(&a) == &b && middle(0) == 0 && from_end(&a, 1) == &c && from_end(&a, 3) == &a && from_end(&a, 4) == 0);
#elif defined EXAMPLE_intrusive_list
    struct link ring;
    struct task a = {1, {0, 0}}, b = {5, {0, 0}};
    ring.next = &a.link, a.link.next = &b.link, b.link.next = &ring;
    ring.prev = &b.link, b.link.prev = &a.link, a.link.prev = &ring;
    IS(most_urgent(&ring) == &b);
    move_to_end(&ring, &a.link);
    IS(ring.next == &b.link && b.link.next == &a.link && a.link.next == &ring && ring.prev == &a.link && a.link.prev == &b.link);
#elif defined EXAMPLE_generic_list
    struct book old = {"old", 1800}, new = {"new", 2000};
    struct item second = {&old, 0}, first = {&new, &second};
    IS(older_than(&first, 1900) == &old && older_than(&first, 1800) == 0);
#elif defined EXAMPLE_list_palindrome
    struct letter c = {'a', 0}, b = {'b', &c}, a = {'a', &b};
    IS(is_palindrome(&a) && is_palindrome(0));
    struct letter y = {'y', 0}, x = {'x', &y};
    IS(!is_palindrome(&x));
#elif defined EXAMPLE_bst_insert
    struct tree *root = 0;
    IS(insert(&root, 5) == root && insert(&root, 3) == root->left && insert(&root, 8) == root->right);
    IS(insert(&root, 3)->count == 2);
#elif defined EXAMPLE_bst_find
    struct tree c = {8, 0, 0}, b = {3, 0, 0}, a = {5, &b, &c};
    IS(find(&a, 8) == &c && find(&a, 4) == 0 && least(&a) == &b && least(0) == 0);
    IS(floor_of(&a, 7) == &a && floor_of(&a, 8) == &c && floor_of(&a, 2) == 0);
#elif defined EXAMPLE_bst_delete
    struct tree d = {6, 0, 0}, c = {8, &d, 0}, b = {3, 0, 0}, a = {5, &b, &c}, *root = &a;
    IS(delete_key(&root, 4) == 0 && delete_key(&root, 5) == &a);
    IS(root == &d && d.left == &b && d.right == &c && c.left == 0);
    IS(delete_key(&root, 8) == &c && d.right == 0 && delete_key(&root, 6) == &d && root == &b);
#elif defined EXAMPLE_tree_height
    struct tree c = {0, 0}, b = {&c, 0}, a = {&b, 0};
    IS(height(&a) == 3 && !is_balanced(&a) && is_balanced(&b) && is_balanced(0));
#elif defined EXAMPLE_tree_walk
    struct tree c = {8, 0, 0}, b = {3, 0, 0}, a = {5, &b, &c};
    int keys[3];
    IS(in_order(&a, keys, 3) == 3 && keys[0] == 3 && keys[1] == 5 && keys[2] == 8 && in_order(&a, keys, 2) == 2);
    IS(is_search_tree(&a, 0, 10) && !is_search_tree(&a, 3, 10));
#elif defined EXAMPLE_tree_mirror
    struct tree c = {'x', 0, 0}, b = {'x', 0, 0}, a = {'a', &b, &c};
    IS(is_symmetric(&a));
    c.label = 'y';
    IS(!is_symmetric(&a));
    mirror(&a);
    IS(a.left == &c && a.right == &b);
#elif defined EXAMPLE_avl_rotate
    struct avl c = {3, 1, 0, 0}, b = {2, 2, 0, &c}, a = {1, 3, 0, &b};
    IS(balance(&a) == &b && b.left == &a && b.right == &c && b.height == 2 && a.height == 1);
    struct avl y = {2, 1, 0, 0}, x = {1, 2, 0, &y}, z = {3, 3, &x, 0};
    IS(balance(&z) == &y && y.left == &x && y.right == &z && x.right == 0 && z.left == 0);
#elif defined EXAMPLE_trie
    struct trie *trie = calloc(1, sizeof *trie);
    IS(add_word(trie, "car") == 0 && add_word(trie, "Car") == -1);
    IS(has_word(trie, "car") && !has_word(trie, "ca") && !has_word(trie, "cart") && !has_word(trie, "c-"));
#elif defined EXAMPLE_expression_tree
    struct expression two = {NUMBER, 2, 0, 0}, six = {NUMBER, 6, 0, 0}, zero = {NUMBER, 0, 0, 0};
    struct expression third = {QUOTIENT, 0, &six, &two}, product = {PRODUCT, 0, &third, &six}, none = {QUOTIENT, 0, &six, &zero};
    unsigned value = 0;
    IS(evaluate(&product, &value) == 0 && value == 18 && evaluate(&none, &value) == -1);
#elif defined EXAMPLE_array_stack
    struct stack stack = {0, 0, 0};
    int value = 0;
    for (int i = 0; i < 9; i++)
        IS(push(&stack, i) == 0);
    for (int i = 8; i >= 0; i--)
        IS(pop(&stack, &value) == 0 && value == i);
    IS(pop(&stack, &value) == -1);
#elif defined EXAMPLE_ring_buffer
    struct ring ring = {{0}, 6, 0};
    for (int i = 0; i < 8; i++)
        IS(put(&ring, (unsigned char)i));
    IS(!put(&ring, 8));
    for (int i = 0; i < 8; i++)
        IS(get(&ring) == i);
    IS(get(&ring) == -1);
#elif defined EXAMPLE_linked_queue
    struct queue queue = {0, 0};
    struct job a = {1, 0, 0}, b = {2, 0, 0};
    enqueue(&queue, &a), enqueue(&queue, &b);
    IS(dequeue(&queue) == &a && dequeue(&queue) == &b && dequeue(&queue) == 0 && queue.last == 0);
#elif defined EXAMPLE_hash_table
    struct table table = {{0}};
    IS(set(&table, "one", 1) == 0 && set(&table, "two", 2) == 0 && set(&table, "one", 3) == 0 && set(&table, "too long", 4) == -1);
    IS(look_up(&table, "one")->value == 3 && look_up(&table, "two")->value == 2 && look_up(&table, "six") == 0);
#elif defined EXAMPLE_open_addressing
    unsigned table[8] = {0};
    IS(add(table, 7) == 1 && add(table, 15) == 1 && add(table, 7) == 0 && add(table, 0) == -1);
    IS(contains(table, 15) && !contains(table, 23) && table[0] == 15);
#elif defined EXAMPLE_priority_queue
    struct heap heap = {{0}, 0};
    int values[] = {5, 2, 9, 1, 7}, sorted[] = {1, 2, 5, 7, 9}, least = 0;
    for (int i = 0; i < 5; i++)
        IS(heap_push(&heap, values[i]) == 0);
    for (int i = 0; i < 5; i++)
        IS(heap_pop(&heap, &least) == 0 && least == sorted[i]);
    IS(heap_pop(&heap, &least) == -1);
#elif defined EXAMPLE_union_find
    unsigned pairs[][2] = {{0, 1}, {2, 3}, {1, 3}, {0, 2}, {9, 1}};
    IS(count_sets(pairs, 5) == 5 && count_sets(pairs, 0) == 8);
#elif defined EXAMPLE_generic_stack
    struct amount debt = {50, 1}, credit = {80, 0};
    struct cell a, b, *stack = 0;
    push(&stack, &a, &debt), push(&stack, &b, &credit);
    IS(sum_of_amounts(&stack) == 30 && stack == 0);
#elif defined EXAMPLE_bit_set
    uint32_t a[2] = {0}, b[2] = {1, 8};
    IS(set_add(a, 63) && set_add(a, 0) && !set_add(a, 64) && set_has(a, 63) && !set_has(a, 62) && set_size(a) == 2);
    set_unite(a, b);
    IS(set_size(a) == 3 && set_has(a, 35));
#elif defined EXAMPLE_breadth_first
    unsigned char edges[5][5] = {{0, 1, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 0, 1}};
    IS(distance(edges, 0, 4) == 3 && distance(edges, 4, 0) == -1 && distance(edges, 2, 2) == 0 && distance(edges, 5, 0) == -1);
#elif defined EXAMPLE_depth_first
    unsigned char edges[4][4] = {{0, 0, 1}, {0}, {0}, {0}};
    IS(components(edges) == 3);
#elif defined EXAMPLE_dijkstra
    unsigned char edges[4][4] = {{0, 9, 1}, {0}, {0, 2}, {1}};
    unsigned lengths[4];
    IS(dijkstra(edges, 0, lengths) == 0 && lengths[1] == 3 && lengths[2] == 1 && lengths[3] == FAR && dijkstra(edges, 4, lengths) == -1);
#elif defined EXAMPLE_floyd_warshall
    short lengths[3][3] = {{0, 900, 4}, {FAR, 0, FAR}, {FAR, 5, 0}};
    all_paths(lengths);
    IS(lengths[0][1] == 9 && lengths[1][0] == FAR && lengths[2][1] == 5);
#elif defined EXAMPLE_bellman_ford
    struct edge edges[] = {{0, 1, 5}, {1, 2, -3}, {0, 2, 4}, {2, 1, 2}};
    int lengths[4];
    IS(bellman_ford(edges, 3, lengths) == 0 && lengths[1] == 5 && lengths[2] == 2 && lengths[3] == INT_MAX);
    IS(bellman_ford(edges, 4, lengths) == -1);
#elif defined EXAMPLE_topological_sort
    unsigned char edges[4][4] = {{0}, {1}, {0, 1}, {0}};
    int order[4];
    IS(topological_sort(edges, order) == 4 && order[0] == 2 && order[1] == 3 && order[2] == 1 && order[3] == 0);
    edges[0][2] = 1;
    IS(topological_sort(edges, order) == 1);
#elif defined EXAMPLE_prim
    unsigned char weights[4][4] = {{0, 4, 1, 0}, {4, 0, 2, 5}, {1, 2, 0, 0}, {0, 5, 0, 0}};
    IS(spanning_weight(weights) == 8);
    weights[1][3] = 0;
    IS(spanning_weight(weights) == -1);
#elif defined EXAMPLE_bipartite
    unsigned char edges[4][4] = {{0, 1}, {0, 0, 1}, {0, 0, 0, 1}, {0}};
    IS(is_bipartite(edges));
    edges[2][0] = 1;
    IS(!is_bipartite(edges));
#elif defined EXAMPLE_adjacency_list
    struct vertex c = {0, 0}, b = {0, 0}, a = {0, 0};
    struct edge to_c = {&c, 0}, to_a = {&a, &to_c}, to_b = {&b, 0};
    a.edges = &to_b, b.edges = &to_a;
    IS(can_reach(&a, &c) && !can_reach(&c, &a));
#elif defined EXAMPLE_flood_fill
    char picture[4][4] = {"xx..", ".x.x", ".xxx", "...."};
    IS(fill(picture, 0, 0, 'x', 'o') == 7 && picture[1][3] == 'o' && picture[0][2] == '.' && fill(picture, 4, 0, 'x', 'o') == 0);
#elif defined EXAMPLE_string_reverse
    char s[] = "we are here";
    reverse_words(s);
    IS(strcmp(s, "here are we") == 0);
    reverse_string(s);
    IS(strcmp(s, "ew era ereh") == 0);
#elif defined EXAMPLE_string_palindrome
    IS(is_palindrome("Madam, I'm Adam") && is_palindrome("") && !is_palindrome("ab"));
#elif defined EXAMPLE_anagram
    IS(is_anagram("listen", "silent") && !is_anagram("aab", "abb") && !is_anagram("a", "") && !is_anagram("", "a"));
#elif defined EXAMPLE_run_length
    char code[9];
    IS(encode_runs("aaab", code, 9) == 4 && strcmp(code, "3a1b") == 0 && encode_runs("abcde", code, 9) == -1);
    IS(decoded_length("3a1b") == 4 && decoded_length("3") == -1 && decoded_length("0a") == -1);
#elif defined EXAMPLE_roman
    char numeral[8];
    IS(from_roman("MCMXCIV") == 1994 && from_roman("IZ") == -1 && to_roman(40, numeral) == -1);
    for (int i = 1; i < 40; i++)
        IS(to_roman(i, numeral) == 0 && from_roman(numeral) == i);
#elif defined EXAMPLE_parse_integer
    int value = 0;
    IS(parse_integer("  -120", &value) && value == -120 && parse_integer("2147483647", &value) && value == INT_MAX);
    IS(!parse_integer("2147483648", &value) && !parse_integer("-", &value) && !parse_integer("1x", &value));
#elif defined EXAMPLE_format_integer
    char text[17];
    IS(format_integer(65535, 2, text, 17) == 16 && format_integer(65535, 2, text, 16) == 0 && format_integer(1, 17, text, 17) == 0);
    IS(format_integer(0xbeef, 16, text, 17) == 4 && strcmp(text, "beef") == 0 && format_integer(0, 10, text, 2) == 1);
#elif defined EXAMPLE_base64
    char text[9];
    IS(encode_base64((const uint8_t *)"Man", 3, text, 9) == 4 && strcmp(text, "TWFu") == 0);
    IS(encode_base64((const uint8_t *)"Many", 4, text, 9) == 8 && strcmp(text, "TWFueQ==") == 0);
    IS(encode_base64((const uint8_t *)"Ma", 2, text, 9) == 4 && strcmp(text, "TWE=") == 0);
    IS(encode_base64((const uint8_t *)"Man", 3, text, 4) == 0);
#elif defined EXAMPLE_caesar
    char text[] = "Xyz, abc";
    encrypt(text, 3);
    IS(strcmp(text, "Abc, def") == 0);
    decrypt(text, 29);
    IS(strcmp(text, "Xyz, abc") == 0);
#elif defined EXAMPLE_knuth_morris_pratt
    IS(find("abababac", "ababac") == 2 && find("aaab", "ab") == 2 && find("abc", "d") == -1 && find("", "") == 0);
#elif defined EXAMPLE_rabin_karp
    IS(find("abababac", "ababac") == 2 && find("aaab", "ab") == 2 && find("abc", "d") == -1 && find("", "") == 0);
#elif defined EXAMPLE_brackets
    IS(is_balanced("a[(b){}]") && !is_balanced("(]") && !is_balanced("(") && !is_balanced(")") && !is_balanced("((((((((()))))))))"));
#elif defined EXAMPLE_word_count
    struct counts counts = count(" two\n\twords\n");
    IS(counts.lines == 2 && counts.words == 2 && counts.characters == 12);
#elif defined EXAMPLE_wildcard_match
    IS(matches("a*b?", "aXbYbZ") && matches("*", "") && !matches("a*b", "acd") && !matches("?", "") && matches("a**", "a"));
#elif defined EXAMPLE_reverse_polish
    unsigned result = 0;
    IS(calculate("34+2*5-", &result) == 0 && result == 9);
    IS(calculate("3+", &result) == -1 && calculate("33", &result) == -1 && calculate("33x", &result) == -1);
#elif defined EXAMPLE_hex_decode
    unsigned char bytes[2];
    IS(decode_hex("fF09", bytes, 2) == 2 && bytes[0] == 255 && bytes[1] == 9);
    IS(decode_hex("fff", bytes, 2) == -1 && decode_hex("fg", bytes, 2) == -1 && decode_hex("000000", bytes, 2) == -1);
#elif defined EXAMPLE_knapsack
    unsigned char weights[] = {5, 4, 6, 3}, values[] = {10, 40, 30, 50};
    IS(fill_bag(weights, values, 4, 10) == 90 && fill_bag(weights, values, 4, 2) == 0);
#elif defined EXAMPLE_longest_common_subsequence
    IS(common_length("abcbdab", "bdcaba") == 4 && common_length("", "a") == 0 && common_length("123456789", "") == -1);
#elif defined EXAMPLE_edit_distance
    IS(edit_distance("kitten", "sitting") == 3 && edit_distance("", "abc") == 3 && edit_distance("abc", "") == 3);
#elif defined EXAMPLE_increasing_subsequence
    int values[] = {3, 1, 4, 1, 5, 9, 2, 6};
    IS(longest_increasing(values, 8) == 4 && longest_increasing(values, 0) == 0);
#elif defined EXAMPLE_coin_change
    unsigned char coins[] = {1, 5, 6};
    IS(fewest_coins(coins, 3, 10) == 2 && fewest_coins(coins + 1, 2, 7) == -1 && fewest_coins(coins, 3, 21) == -1);
#elif defined EXAMPLE_maximum_subarray
    int values[] = {-2, 1, -3, 4, -1, 2, 1, -5, 4};
    struct range best = maximum_subarray(values, 9);
    IS(best.sum == 6 && best.begin == 3 && best.end == 7);
#elif defined EXAMPLE_grid_paths
    unsigned char walls[4][4] = {{0}};
    IS(count_ways(walls) == 20);
    walls[1][1] = 1;
    IS(count_ways(walls) == 8);
#elif defined EXAMPLE_n_queens
    int columns[6];
    IS(place_queens(columns, 0) && columns[0] == 1 && columns[1] == 3 && columns[2] == 5 && columns[3] == 0 && columns[4] == 2 && columns[5] == 4);
#elif defined EXAMPLE_matrix_product
    unsigned base[3][3] = {{1, 1, 0}, {1, 0, 0}, {0, 0, 1}}, result[3][3];
    power(base, 10, result);
    IS(result[0][0] == 89 && result[0][1] == 55 && result[1][1] == 34 && result[2][2] == 1 && result[0][2] == 0);
#elif defined EXAMPLE_matrix_transpose
    int matrix[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    turn(matrix);
    IS(matrix[0][0] == 7 && matrix[0][2] == 1 && matrix[2][2] == 3 && matrix[1][0] == 8 && !is_symmetric(matrix));
    matrix[0][1] = 8, matrix[2][0] = 1, matrix[2][1] = 2;
    IS(is_symmetric(matrix));
#elif defined EXAMPLE_gauss
    unsigned char rows[3][4] = {{0, 1, 1, 5}, {2, 0, 1, 5}, {1, 1, 1, 6}};
    IS(solve(rows) && rows[0][3] == 1 && rows[1][3] == 2 && rows[2][3] == 3);
    unsigned char singular[3][4] = {{1, 1, 1, 1}, {2, 2, 2, 2}, {0, 0, 1, 1}};
    IS(!solve(singular));
#elif defined EXAMPLE_spiral
    int matrix[3][4] = {{1, 2, 3, 4}, {10, 11, 12, 5}, {9, 8, 7, 6}}, values[12];
    IS(read_spiral(matrix, values) == 12);
    for (int i = 0; i < 12; i++)
        IS(values[i] == i + 1);
#elif defined EXAMPLE_game_of_life
    unsigned char board[4][4] = {{0, 1}, {0, 1}, {0, 1}}, next[4][4];
    IS(step(board, next) == 3 && next[1][0] && next[1][1] && next[1][2] && step(next, board) == 3 && board[0][1]);
#elif defined EXAMPLE_gcd
    struct fraction fraction = {42, 56};
    IS(gcd(12, 18) == 6 && gcd(0, 5) == 5 && lcm(4, 6) == 12 && lcm(0, 6) == 0);
    IS(reduce(&fraction) == 0 && fraction.numerator == 3 && fraction.denominator == 4);
#elif defined EXAMPLE_modular_power
    IS(modular_power(3, 200, 13) == 9 && modular_power(2, 10, 1000) == 24 && modular_power(5, 0, 1) == 0 && modular_power(1, 1, 0) == 0);
#elif defined EXAMPLE_sieve
    IS(count_primes(50) == 15 && count_primes(2) == 1 && count_primes(1) == 0 && count_primes(51) == -1);
#elif defined EXAMPLE_factorize
    unsigned short factors[16];
    IS(is_prime(65521) && !is_prime(1) && is_prime(3) && !is_prime(65535) && !is_prime(10));
    IS(factorize(360, factors) == 6 && factors[0] == 2 && factors[5] == 5 && factorize(32768, factors) == 15 && factorize(0, factors) == 0);
#elif defined EXAMPLE_perfect_number
    IS(classify(28) == PERFECT && classify(12) == ABUNDANT && classify(7) == DEFICIENT && classify(16) == DEFICIENT && classify(1) == DEFICIENT);
#elif defined EXAMPLE_collatz
    IS(collatz_steps(27, 200) == 111 && collatz_steps(27, 100) == -1 && collatz_steps(1, 0) == 0 && collatz_steps(0, 9) == -1);
#elif defined EXAMPLE_bisection
    IS(square_root(0) == 0 && square_root(99) == 9 && square_root(100) == 10 && square_root(UINT_MAX) == 65535);
    IS(where_reached(10) == 2 && where_reached(11) == 3 && where_reached(1000001000) == 1000 && where_reached(1000001001) == -1);
#elif defined EXAMPLE_fibonacci
    IS(fibonacci(10) == 55 && fibonacci(47) == 2971215073 && fibonacci(48) == 0 && is_fibonacci(144) && !is_fibonacci(145));
#elif defined EXAMPLE_leap_year
    IS(is_leap(2000) && !is_leap(1900) && is_leap(2024) && days_in_month(2023, 2) == 28 && days_in_month(2023, 13) == 0);
    IS(day_of_year(2024, 12, 31) == 366 && day_of_year(2023, 3, 1) == 60 && day_of_year(2023, 2, 29) == 0);
#elif defined EXAMPLE_luhn
    IS(is_valid_card("79927398713") && !is_valid_card("79927398710") && !is_valid_card("7x") && !is_valid_card("0"));
#elif defined EXAMPLE_checksum
    IS(fletcher16((const uint8_t *)"abcde", 5) == 0xc8f0 && crc8((const uint8_t *)"123456789", 9) == 0xf4);
#elif defined EXAMPLE_towers_of_hanoi
    struct move moves[15];
    IS(hanoi(4, moves) == 15 && moves[0].from == 'A' && moves[0].to == 'B' && moves[14].to == 'C' && hanoi(5, moves) == -1);
#elif defined EXAMPLE_next_permutation
    int values[] = {1, 3, 2};
    IS(next_permutation(values, 3) && values[0] == 2 && values[1] == 1 && values[2] == 3);
    for (int i = 0; i < 3; i++)
        IS(next_permutation(values, 3));
    IS(!next_permutation(values, 3) && values[0] == 1 && values[2] == 3 && !next_permutation(values, 0));
#elif defined EXAMPLE_big_addition
    struct digit b2 = {9, 0}, b1 = {9, &b2}, a2 = {0, 0}, a1 = {1, &a2};
    IS(add(&a1, &b1) == 1 && a1.value == 0 && a2.value == 0);
#elif defined EXAMPLE_fenwick_tree
    struct fenwick tree = {{0}};
    int numbers[N] = {3, 0, 5, 1, 1, 4, 0, 2};
    for (int i = 0; i < N; i++)
        IS(fenwick_add(&tree, i, numbers[i]) == 0);
    IS(fenwick_sum(&tree, 0) == 0 && fenwick_sum(&tree, 3) == 8 && fenwick_sum(&tree, 6) == 14 && fenwick_sum(&tree, 99) == 16);
    IS(fenwick_find(&tree, 2) == 0 && fenwick_find(&tree, 8) == 3 && fenwick_find(&tree, 13) == 5 && fenwick_find(&tree, 16) == 8);
    IS(fenwick_add(&tree, 2, -4) == 0 && fenwick_sum(&tree, 5) == 6 && fenwick_add(&tree, N, 1) == -1);
#else
#error "a file of the corpus without an example"
#endif
    return 0;
}
