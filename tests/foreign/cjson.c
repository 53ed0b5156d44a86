/* A tree of nodes on the heap, made by the library's own calls. */
#include "cJSON.h"
#include "symir.h"

int main(void) {
    int which = symir_range(0, 5, "which"), n = symir_range(0, 2, "n");
    cJSON *object = cJSON_CreateObject(), *array = cJSON_CreateArray();
    char name[3];

    symir_string(name, "name");
    cJSON_AddNumberToObject(object, "ab", 7);
    cJSON_AddStringToObject(object, "C", "text");
    for (int i = 0; i < n; i++)
        cJSON_AddItemToArray(array, cJSON_CreateNumber(10 + i));
    switch (which) {
    case 0: SYMIR_TEST(cJSON_GetObjectItem, object, name); break;
    case 1: SYMIR_TEST(cJSON_GetArraySize, array); break;
    case 2: SYMIR_TEST(cJSON_DetachItemFromArray, array, 1); break;
    case 3: SYMIR_TEST(cJSON_AddItemToArray, array, cJSON_CreateBool(1)); break;
    case 4: SYMIR_TEST(cJSON_GetArrayItem, array, n - 1); break;
    default: SYMIR_TEST(cJSON_IsTrue, n == 0 ? NULL : n == 1 ? array : cJSON_CreateTrue()); break;
    }
    return 0;
}
