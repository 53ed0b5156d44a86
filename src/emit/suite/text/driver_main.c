#ifdef __cplusplus
extern "C"
#endif
int driver_main(int argc, char **argv);
