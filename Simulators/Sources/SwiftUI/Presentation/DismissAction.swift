/// An action that dismisses a presentation.
@MainActor
@preconcurrency
public struct DismissAction {
    private let action: LatestAction

    nonisolated init(_ action: LatestAction = LatestAction()) {
        self.action = action
    }

    /// Dismisses the view if it is currently presented.
    public func callAsFunction() {
        action.perform()
    }
}

private enum DismissKey: EnvironmentKey {
    static let defaultValue = DismissAction()
}

private enum IsPresentedKey: EnvironmentKey {
    static let defaultValue = false
}

extension EnvironmentValues {
    /// An action that dismisses the current presentation.
    public internal(set) var dismiss: DismissAction {
        get { self[DismissKey.self] }
        set { self[DismissKey.self] = newValue }
    }

    /// A Boolean value that indicates whether the view associated with this environment is
    /// currently presented.
    public internal(set) var isPresented: Bool {
        get { self[IsPresentedKey.self] }
        set { self[IsPresentedKey.self] = newValue }
    }
}
