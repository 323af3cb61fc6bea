#if canImport(UIKit)
import Foundation

/// Whoever listens to notifications, for as long as this is kept.
final class NotificationObservers: @unchecked Sendable {
    // Unchecked: the tokens never change, and the notification centre may be used from any thread.

    private let tokens: [any NSObjectProtocol]

    /// Listens to what an object posts on the main thread.
    ///
    /// - `object`: whose notifications count.
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

    /// Listens to what an object posts on any thread.
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
