/// An observation of the store that collects the changed entities until it is deallocated.
package final class ChangeObservation: Sendable {
    private let changeTracker: ChangeTracker
    private let observer: Int

    init(_ changeTracker: ChangeTracker) {
        self.changeTracker = changeTracker
        observer = changeTracker.addObserver()
    }

    deinit { changeTracker.removeObserver(observer) }

    /// Returns the changes that were committed since the last call, or since the observation began.
    ///
    /// Later reads of the store see these changes.
    package func take() -> StoreChanges { changeTracker.take(observer) }
}
