
static bool is_file(const char *name)
{
    struct stat status;

    return stat(name, &status) == 0;
}
