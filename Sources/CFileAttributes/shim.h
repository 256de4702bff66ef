#include <sys/xattr.h>
#include <sys/vfs.h>
