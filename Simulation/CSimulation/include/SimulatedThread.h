#ifndef TRENDY_SIMULATED_THREAD_H
#define TRENDY_SIMULATED_THREAD_H
#include <stdbool.h>
#include <stdint.h>

/// The simulation that owns this thread, or NULL.
void *_Nullable simulated_thread_owner(void);
/// Sets the simulation that owns this thread; NULL releases the thread.
void simulated_thread_set_owner(void *_Nullable owner);

/// Sets the time of the C clocks on this thread in nanoseconds since the start of the simulation; -1
/// restores the real clocks.
///
/// The executable's definitions of `clock_gettime`, `gettimeofday` and `time` override libc's in
/// every shared library of the process (ELF symbol interposition), so that no code on this thread
/// can see the real time.
void simulated_thread_set_time(int64_t nanoseconds);

/// The processor time of this thread in nanoseconds, real also within a simulation.
int64_t simulated_thread_processor_nanoseconds(void);

/// The real time in nanoseconds since an arbitrary start, also within a simulation.
///
/// Only what paces a simulation may read it.
int64_t simulated_thread_real_nanoseconds(void);

/// The number of reads of simulated C clocks on this thread since the last call.
int64_t simulated_thread_take_clock_readings(void);
/// The call stack of the last read of a C clock: return addresses, innermost first.
///
/// Returns the number of addresses written.
int simulated_thread_reader(void *_Nullable *_Nonnull out, int room);
/// The call stack of this thread: return addresses, innermost first.
///
/// Returns the number of addresses written.
int simulated_thread_callers(void *_Nullable *_Nonnull out, int room);
/// Writes the file and offset of an address, and its symbol if that is public; false when they are
/// unknown.
bool simulated_thread_symbol(const void *_Nonnull address, char *_Nonnull out, int room);
#endif
