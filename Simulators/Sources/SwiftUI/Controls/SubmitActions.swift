/// A type that defines various triggers that result in the firing of a submission action.
public struct SubmitTriggers: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Creates a set of submit triggers.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Defines triggers originating from text input controls like text field and secure field.
    public static let text = SubmitTriggers(rawValue: 1)
    /// Defines triggers originating from search fields constructed from searchable modifiers.
    public static let search = SubmitTriggers(rawValue: 2)
}

/// The actions of `onSubmit` around a field, outermost first.
struct SubmitActions {
    private var actions: [(SubmitTriggers, () -> Void)] = []

    mutating func append(_ triggers: SubmitTriggers, _ action: @escaping () -> Void) {
        actions.append((triggers, action))
    }

    func perform(_ trigger: SubmitTriggers) {
        for (triggers, action) in actions.reversed() where triggers.contains(trigger) { action() }
    }
}

private enum SubmitActionsKey: EnvironmentKey {
    // No action, so there is nothing to share.
    nonisolated(unsafe) static let defaultValue = SubmitActions()
}

extension EnvironmentValues {
    var submitActions: SubmitActions {
        get { self[SubmitActionsKey.self] }
        set { self[SubmitActionsKey.self] = newValue }
    }
}

extension View {
    /// Adds an action to perform when the user submits a value to this view.
    nonisolated public func onSubmit(
        of triggers: SubmitTriggers = .text,
        _ action: @escaping (() -> Void)
    ) -> some View {
        transformEnvironment(\.submitActions) { $0.append(triggers, action) }
    }
}
