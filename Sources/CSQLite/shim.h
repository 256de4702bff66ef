#include <sqlite3.h>

// SQLite's destructor constants are casts of small integers, which do not cross into Swift.
static inline sqlite3_destructor_type pantler_sqlite_transient(void) {
  return SQLITE_TRANSIENT;
}
