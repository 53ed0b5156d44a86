// What the templates of containers leave to libstdc++: the balancing of trees, the links of lists, the sizes of hash
// tables, and the hash of bytes.
#include <cstdint>
#include <cstring>
#include <list>
#include <map>
#include <unordered_map>

// Programs of one thread need no atomic counts: shared_ptr asks this.
extern "C" {
extern char __libc_single_threaded;
char __libc_single_threaded = 1;
}

namespace std {

// --- Trees (Cormen et al., "Introduction to algorithms", chapter 13). The header's parent is the root, its left and
// right are the least and the greatest element.

using node = _Rb_tree_node_base;

static node *next_of(node *x) noexcept {
    if (x->_M_right != nullptr)
        return node::_S_minimum(x->_M_right);
    node *parent = x->_M_parent;
    while (x == parent->_M_right) {
        x = parent;
        parent = parent->_M_parent;
    }
    // Behind the greatest is the header, of which the root may be the right child.
    return x->_M_right == parent ? x : parent;
}

static node *previous_of(node *x) noexcept {
    // The header is red and its own grandparent.
    if (x->_M_color == _S_red && x->_M_parent != nullptr && x->_M_parent->_M_parent == x)
        return x->_M_right;
    if (x->_M_left != nullptr)
        return node::_S_maximum(x->_M_left);
    node *parent = x->_M_parent;
    while (x == parent->_M_left) {
        x = parent;
        parent = parent->_M_parent;
    }
    return parent;
}

node *_Rb_tree_increment(node *x) noexcept { return next_of(x); }
const node *_Rb_tree_increment(const node *x) noexcept { return next_of(const_cast<node *>(x)); }
node *_Rb_tree_decrement(node *x) noexcept { return previous_of(x); }
const node *_Rb_tree_decrement(const node *x) noexcept { return previous_of(const_cast<node *>(x)); }

// Puts `x` into the place of its child on one side.
static void rotate(node *x, bool left, node *&root) noexcept {
    node *child = left ? x->_M_right : x->_M_left;
    node *inner = left ? child->_M_left : child->_M_right;

    (left ? x->_M_right : x->_M_left) = inner;
    if (inner != nullptr)
        inner->_M_parent = x;
    child->_M_parent = x->_M_parent;
    if (x == root)
        root = child;
    else if (x == x->_M_parent->_M_left)
        x->_M_parent->_M_left = child;
    else
        x->_M_parent->_M_right = child;
    (left ? child->_M_left : child->_M_right) = x;
    x->_M_parent = child;
}

void _Rb_tree_insert_and_rebalance(bool insert_left, node *x, node *parent, node &header) noexcept {
    node *&root = header._M_parent;

    x->_M_parent = parent;
    x->_M_left = x->_M_right = nullptr;
    x->_M_color = _S_red;
    if (insert_left) {
        // Of an empty tree that is the header's left, the least.
        parent->_M_left = x;
        if (parent == &header) {
            header._M_parent = header._M_right = x;
        } else if (parent == header._M_left) {
            header._M_left = x;
        }
    } else {
        parent->_M_right = x;
        if (parent == header._M_right)
            header._M_right = x;
    }
    while (x != root && x->_M_parent->_M_color == _S_red) {
        node *father = x->_M_parent, *grandfather = father->_M_parent;
        bool is_left = father == grandfather->_M_left;
        node *uncle = is_left ? grandfather->_M_right : grandfather->_M_left;

        if (uncle != nullptr && uncle->_M_color == _S_red) {
            father->_M_color = uncle->_M_color = _S_black;
            grandfather->_M_color = _S_red;
            x = grandfather;
            continue;
        }
        if (x == (is_left ? father->_M_right : father->_M_left)) {
            x = father;
            rotate(x, is_left, root);
            father = x->_M_parent;
        }
        father->_M_color = _S_black;
        grandfather->_M_color = _S_red;
        rotate(grandfather, !is_left, root);
    }
    root->_M_color = _S_black;
}

// Puts `y` where `x` hangs on its parent.
static void replace(node *x, node *y, node *&root) noexcept {
    if (x == root)
        root = y;
    else if (x == x->_M_parent->_M_left)
        x->_M_parent->_M_left = y;
    else
        x->_M_parent->_M_right = y;
    if (y != nullptr)
        y->_M_parent = x->_M_parent;
}

static bool is_black(const node *x) noexcept { return x == nullptr || x->_M_color == _S_black; }

node *_Rb_tree_rebalance_for_erase(node *z, node &header) noexcept {
    node *&root = header._M_parent;
    node *x, *parent;
    _Rb_tree_color gone = z->_M_color;

    if (z->_M_left == nullptr || z->_M_right == nullptr) {
        x = z->_M_left != nullptr ? z->_M_left : z->_M_right;
        parent = z->_M_parent;
        if (header._M_left == z)
            header._M_left = x == nullptr ? parent : node::_S_minimum(x);
        if (header._M_right == z)
            header._M_right = x == nullptr ? parent : node::_S_maximum(x);
        replace(z, x, root);
    } else {
        node *y = node::_S_minimum(z->_M_right);
        gone = y->_M_color;
        x = y->_M_right;
        if (y->_M_parent == z) {
            parent = y;
        } else {
            parent = y->_M_parent;
            replace(y, x, root);
            y->_M_right = z->_M_right;
            y->_M_right->_M_parent = y;
        }
        replace(z, y, root);
        y->_M_left = z->_M_left;
        y->_M_left->_M_parent = y;
        y->_M_color = z->_M_color;
    }
    if (gone == _S_red)
        return z;
    // One black node less on the way to `x`.
    while (x != root && is_black(x)) {
        bool is_left = x == parent->_M_left;
        node *sibling = is_left ? parent->_M_right : parent->_M_left;

        if (sibling->_M_color == _S_red) {
            sibling->_M_color = _S_black;
            parent->_M_color = _S_red;
            rotate(parent, is_left, root);
            sibling = is_left ? parent->_M_right : parent->_M_left;
        }
        node *near = is_left ? sibling->_M_left : sibling->_M_right;
        node *far = is_left ? sibling->_M_right : sibling->_M_left;
        if (is_black(near) && is_black(far)) {
            sibling->_M_color = _S_red;
            x = parent;
            parent = parent->_M_parent;
            continue;
        }
        if (is_black(far)) {
            near->_M_color = _S_black;
            sibling->_M_color = _S_red;
            rotate(sibling, !is_left, root);
            sibling = is_left ? parent->_M_right : parent->_M_left;
            far = is_left ? sibling->_M_right : sibling->_M_left;
        }
        sibling->_M_color = parent->_M_color;
        parent->_M_color = _S_black;
        far->_M_color = _S_black;
        rotate(parent, is_left, root);
        break;
    }
    if (x != nullptr)
        x->_M_color = _S_black;
    return z;
}

// --- Lists

namespace __detail {

void _List_node_base::_M_hook(_List_node_base *before) noexcept {
    _M_next = before;
    _M_prev = before->_M_prev;
    before->_M_prev->_M_next = this;
    before->_M_prev = this;
}

void _List_node_base::_M_unhook() noexcept {
    _M_prev->_M_next = _M_next;
    _M_next->_M_prev = _M_prev;
}

// Moves what stands from `first` up to `last` before this node.
void _List_node_base::_M_transfer(_List_node_base *first, _List_node_base *last) noexcept {
    if (this == last || first == last)
        return;
    _List_node_base *end = last->_M_prev;

    first->_M_prev->_M_next = last;
    last->_M_prev = first->_M_prev;
    first->_M_prev = _M_prev;
    _M_prev->_M_next = first;
    end->_M_next = this;
    _M_prev = end;
}

void _List_node_base::_M_reverse() noexcept {
    _List_node_base *x = this;
    do {
        _List_node_base *next = x->_M_next;
        x->_M_next = x->_M_prev;
        x->_M_prev = next;
        x = next;
    } while (x != this);
}

void _List_node_base::swap(_List_node_base &x, _List_node_base &y) noexcept {
    bool x_is_empty = x._M_next == &x, y_is_empty = y._M_next == &y;
    _List_node_base of_x = x, of_y = y;

    auto put = [](_List_node_base &at, const _List_node_base &links, bool is_empty) {
        if (is_empty) {
            at._M_next = at._M_prev = &at;
            return;
        }
        at = links;
        at._M_next->_M_prev = at._M_prev->_M_next = &at;
    };
    put(x, of_y, y_is_empty);
    put(y, of_x, x_is_empty);
}

// --- Hash tables: the sizes to which a growing table comes.

static const size_t sizes[] = {2,     5,     7,     11,    13,     17,     19,     23,      29,     37,
                               47,    59,    97,    127,   199,    257,    409,    541,     823,    1109,
                               1741,  2357,  3739,  5087,  8087,   10273,  16411,  20753,   33391,  42043,
                               68713, 85229, 142157, 172933, 293957, 351061, 607931, 712697, 1257787, 1447153};

size_t _Prime_rehash_policy::_M_next_bkt(size_t n) const {
    if (n == 0)
        return 1;
    size_t found = 0;
    for (size_t size : sizes)
        if (size >= n) {
            found = size;
            break;
        }
    if (found == 0) {
        // Odd, and so good enough, where order is nobody's business.
        found = n | 1;
    }
    _M_next_resize = static_cast<size_t>(static_cast<double>(found) * static_cast<double>(_M_max_load_factor));
    return found;
}

pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t elements, size_t more) const {
    if (elements + more <= _M_next_resize)
        return {false, 0};
    // The first table of one bucket goes to eleven or more.
    size_t wanted = elements + more;
    if (_M_next_resize == 0 && wanted < 11)
        wanted = 11;
    double least = static_cast<double>(wanted) / static_cast<double>(_M_max_load_factor);
    if (least >= static_cast<double>(buckets)) {
        size_t next = static_cast<size_t>(least) + 1;
        return {true, _M_next_bkt(next > buckets * _S_growth_factor ? next : buckets * _S_growth_factor)};
    }
    _M_next_resize = static_cast<size_t>(static_cast<double>(buckets) * static_cast<double>(_M_max_load_factor));
    return {false, 0};
}

} // namespace __detail

// MurmurHash2 for 64 bits, by Austin Appleby, who gave it to the public domain.
size_t _Hash_bytes(const void *memory, size_t n, size_t seed) {
    const uint64_t factor = (0xc6a4a793ull << 32) + 0x5bd1e995ull;
    auto mixed = [](uint64_t x) { return x ^ x >> 47; };
    const char *at = static_cast<const char *>(memory);
    uint64_t hash = seed ^ n * factor;

    for (; n >= 8; n -= 8, at += 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        hash = (hash ^ mixed(word * factor) * factor) * factor;
    }
    if (n > 0) {
        uint64_t word = 0;
        for (size_t i = n; i-- > 0;)
            word = word << 8 | static_cast<unsigned char>(at[i]);
        hash = (hash ^ word) * factor;
    }
    return mixed(mixed(hash) * factor);
}

size_t _Fnv_hash_bytes(const void *memory, size_t n, size_t hash) {
    const char *at = static_cast<const char *>(memory);

    while (n-- > 0)
        hash = (hash ^ static_cast<size_t>(*at++)) * static_cast<size_t>(1099511628211ull);
    return hash;
}

} // namespace std
