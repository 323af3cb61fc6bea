public import Foundation
public import SwiftUI

extension ViewHost {
    /// Changes the environment of the root, as the system does, and evaluates all views again.
    ///
    /// For example the phase of the scene, the color scheme or the size of type.
    public func changeEnvironment(_ edit: (inout EnvironmentValues) -> Void) {
        graph.changeEnvironment(edit)
    }

    /// Delivers a URL to the app: the actions of `onOpenURL` are called.
    ///
    /// - Parameter url: The URL.
    /// - Returns: Whether a view handles URLs.
    @discardableResult
    public func open(_ url: URL) -> Bool {
        update()
        let handlers = graph.root?.upward(OpenURLHandlerKey.self, everywhere: true) ?? []
        for handler in handlers { handler(url) }
        update()
        return !handlers.isEmpty
    }
}
