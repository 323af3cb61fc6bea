#ifndef TRENDY_SIMULATED_THREAD_H
#define TRENDY_SIMULATED_THREAD_H
#include <stdbool.h>
#include <stdint.h>

/// The simulation that owns this thread, or NULL.
void *_Nullable simulated_thread_owner(void);
/// Gives this thread to a simulation, or takes it back.
void simulated_thread_set_owner(void *_Nullable owner);

/// Sets what the C clocks say on this thread: nanoseconds since the simulation began; -1 gives the
/// real ones back.
///
/// The executable's definitions of `clock_gettime`, `gettimeofday` and `time` win over libc's in
/// every shared library of the process (ELF symbol interposition), so that no code on this thread
/// can see the real time.
void simulated_thread_set_time(int64_t nanoseconds);

/// How often a C clock has been read on this thread since the last call, while it was simulated.
int64_t simulated_thread_take_clock_readings(void);
/// Who read a C clock last: return addresses, innermost first.
///
/// Returns how many were written.
int simulated_thread_reader(void *_Nullable *_Nonnull out, int room);
/// Who calls, on this thread: return addresses, innermost first.
///
/// Returns how many were written.
int simulated_thread_callers(void *_Nullable *_Nonnull out, int room);
/// Writes the symbol, if it is public, the file and the offset in it that an address belongs to;
/// false when nobody knows.
bool simulated_thread_symbol(const void *_Nonnull address, char *_Nonnull out, int room);
#endif
