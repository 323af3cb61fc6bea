#if canImport(UIKit)
import Foundation

/// Observers of `NotificationCenter` notifications; deinitialization removes them.
final class NotificationObservers: @unchecked Sendable {
    // Unchecked: the tokens never change, and `NotificationCenter` is thread-safe.

    private let tokens: [any NSObjectProtocol]

    /// Observes notifications that an object posts on the main thread.
    ///
    /// - `object`: the sender to observe.
    @MainActor
    init(
        _ names: [Notification.Name],
        of object: AnyObject,
        _ handler: @escaping @MainActor @Sendable (Notification.Name) -> Void
    ) {
        tokens = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { _ in
                MainActor.assumeIsolated { handler(name) }
            }
        }
    }

    /// Observes notifications that an object posts on any thread.
    init(
        anywhere name: Notification.Name,
        of object: AnyObject,
        _ handler: @escaping @Sendable () -> Void
    ) {
        tokens = [
            NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { _ in
                handler()
            }
        ]
    }

    deinit {
        for token in tokens { NotificationCenter.default.removeObserver(token) }
    }
}
#endif
