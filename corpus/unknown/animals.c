/* The kind is in the base, which the others begin with. */
enum kind { DOG = 1, CAT };

struct animal {
    enum kind kind;
};

struct dog {
    struct animal animal;
    int bark;
};

struct cat {
    struct animal animal;
    long lives;
    int claws;
};

int speak(void *any) {
    struct animal *animal = any;

    if (animal->kind == DOG) {
        struct dog *dog = any;
        return dog->bark > 3 ? 11 : 12;
    }
    if (animal->kind == CAT) {
        struct cat *cat = any;
        return cat->lives == 9 ? 21 : 22;
    }
    return 0;
}
