/// How much a ``WorkScheduler`` runs and lets wait.
package struct WorkSchedulerLimits: Sendable {
    /// Units that run at once.
    package var running: Int
    /// Units of one key that run at once.
    package var runningPerKey: Int
    /// Units of one key that wait.
    package var waitingPerKey: Int
    /// Units that wait.
    package var waiting: Int

    /// Makes limits.
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
