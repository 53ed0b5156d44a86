#ifdef SYMIR_BUGS
@BUGS@
#endif
