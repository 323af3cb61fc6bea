import CSimulation

/// The processor time of the calling thread.
///
/// It does not depend on the load of the machine as wall time does. A run uses one thread, so the
/// difference before and after ``Simulation/run(seed:options:_:)`` is the cost of the run.
package enum ThreadProcessorTime {
    /// The processor time that the calling thread has used since its start.
    package static var now: Duration { .nanoseconds(simulated_thread_processor_nanoseconds()) }
}
