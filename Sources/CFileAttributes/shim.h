#include <sys/vfs.h>

// Declared here, since their headers would define types that belong to the module of the C library.
extern long listxattr(const char *, char *, unsigned long);
extern long getxattr(const char *, const char *, void *, unsigned long);
extern int fsetxattr(int, const char *, const void *, unsigned long, int);

// What the C library shows only to GNU sources.
extern int renameat2(int, const char *, int, const char *, unsigned int);

static const unsigned int pantler_rename_no_replace = 1u << 0;
static const unsigned int pantler_rename_exchange = 1u << 1;
