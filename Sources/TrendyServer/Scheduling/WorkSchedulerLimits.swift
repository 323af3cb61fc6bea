/// Limits of the running and waiting units of a ``WorkScheduler``.
package struct WorkSchedulerLimits: Sendable {
    /// Concurrent units.
    package var running: Int
    /// Concurrent units of one key.
    package var runningPerKey: Int
    /// Waiting units of one key.
    package var waitingPerKey: Int
    /// Waiting units of all keys.
    package var waiting: Int

    /// Creates limits.
    package init(
        running: Int,
        runningPerKey: Int,
        waitingPerKey: Int,
        waiting: Int
    ) {
        self.running = running
        self.runningPerKey = runningPerKey
        self.waitingPerKey = waitingPerKey
        self.waiting = waiting
    }
}
