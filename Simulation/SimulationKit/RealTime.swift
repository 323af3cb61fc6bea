import CSimulation

/// The real time, also on the thread of a simulation, whose clocks show the virtual time.
///
/// Only what paces a simulation may read it.
package enum RealTime {
    /// The time since an arbitrary start.
    package static var now: Duration { .nanoseconds(simulated_thread_real_nanoseconds()) }
}
