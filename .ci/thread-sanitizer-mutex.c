// Tells the thread sanitizer how a contended Mutex passes from one thread to another.
//
// An uncontended Mutex of Swift's Synchronization is taken and left by atomic operations in our own code, which the
// sanitizer sees. Where threads meet, these functions of libswiftSynchronization.so are called. That library is not
// instrumented and lets the kernel hand the lock over, so every access behind it would be reported as a race
// (Swift 6.3). Loaded before that library, this one says of each call what it does, and hides nothing else.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

// The sanitizer's own; nothing in a program without it, such as the compiler.
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lockSlow(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT bool tryLockSlow(SELF void *mutex) __asm__(TRY_LOCK);
SWIFT void unlockSlow(SELF void *mutex) __asm__(UNLOCK);

SWIFT void lockSlow(uint32_t thread, SELF void *mutex) {
  SWIFT void (*original)(uint32_t, SELF void *) = dlsym(RTLD_NEXT, LOCK);
  original(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT bool tryLockSlow(SELF void *mutex) {
  SWIFT bool (*original)(SELF void *) = dlsym(RTLD_NEXT, TRY_LOCK);
  bool isTaken = original(mutex);
  if (isTaken && __tsan_acquire) __tsan_acquire(mutex);
  return isTaken;
}

SWIFT void unlockSlow(SELF void *mutex) {
  SWIFT void (*original)(SELF void *) = dlsym(RTLD_NEXT, UNLOCK);
  if (__tsan_release) __tsan_release(mutex);
  original(mutex);
}
