public import SwiftUI
public import UIKit

extension ViewHost {
    /// Shows the first scene of an app.
    ///
    /// - Parameters:
    ///   - app: The app, made as `main()` would make it.
    ///   - environment: Sets environment values for the app.
    ///   - wake: Called once when something changed after the last update; see `init(_:wake:)`.
    public convenience init(
        app: some App,
        environment: (inout EnvironmentValues) -> Void = { _ in },
        wake: @escaping @Sendable () -> Void = {}
    ) {
        self.init(AppView(app: app), environment: environment, wake: wake)
    }

    /// The delegate that the app's `UIApplicationDelegateAdaptor` made; the host calls its methods.
    public var applicationDelegate: (any UIApplicationDelegate)? {
        graph.root?.upward(ApplicationDelegateKey.self).first
    }
}
