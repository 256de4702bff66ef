#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <term.h>

// Swift 6 refuses C globals, and macros do not cross over.
static inline WINDOW *pantler_stdscr(void) { return stdscr; }
static inline int pantler_colors(void) { return COLORS; }
static inline int pantler_color_pairs(void) { return COLOR_PAIRS; }

// Swift calls no variadic functions.
static inline const char *pantler_parameterized(const char *capability, int first, int second) {
  return tiparm(capability, first, second);
}
