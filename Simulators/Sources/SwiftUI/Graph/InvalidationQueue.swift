import Synchronization

/// The nodes to evaluate again.
///
/// Any thread may add to it.
final class InvalidationQueue: Sendable {
    private struct Entries {
        var nodes: Set<Int> = []
        var hasSignaled = false
    }

    private let entries = Mutex(Entries())
    private let wake: @Sendable () -> Void

    /// - Parameter wake: Called on the invalidating thread, once for all invalidations until the
    ///   next `take()`. The changed value may not be set yet, so it must not evaluate at once.
    init(wake: @escaping @Sendable () -> Void) {
        self.wake = wake
    }

    var isEmpty: Bool { entries.withLock { $0.nodes.isEmpty } }

    func insert(_ node: Int) {
        let isFirst = entries.withLock { entries in
            entries.nodes.insert(node)
            defer { entries.hasSignaled = true }
            return !entries.hasSignaled
        }
        if isFirst { wake() }
    }

    func take() -> Set<Int> {
        entries.withLock { entries in
            defer { entries = Entries() }
            return entries.nodes
        }
    }
}
