/// An action that initiates a refresh operation.
public struct RefreshAction: Sendable {
    private let action: @Sendable () async -> Void

    init(_ action: @escaping @Sendable () async -> Void) {
        self.action = action
    }

    /// Initiates a refresh action.
    public func callAsFunction() async {
        await action()
    }
}

private enum RefreshKey: EnvironmentKey {
    static let defaultValue: RefreshAction? = nil
}

extension EnvironmentValues {
    /// A refresh action stored in a view's environment.
    public internal(set) var refresh: RefreshAction? {
        get { self[RefreshKey.self] }
        set { self[RefreshKey.self] = newValue }
    }
}

extension View {
    /// Marks this view as refreshable.
    nonisolated public func refreshable(
        action: @escaping @Sendable () async -> Void
    ) -> some View {
        environment(\.refresh, RefreshAction(action))
    }
}

/// The refresh that runs in a container, cancelled with it.
final class RefreshMemory {
    let isRefreshing = StateCell(false)
    var task: Task<Void, Never>?

    deinit {
        task?.cancel()
    }
}

extension ElementTrait {
    /// Loads its content again.
    package static let refreshing = ElementTrait(rawValue: "refreshing")
}

extension ViewNode {
    /// Lets a person pull the content down, where a view around it is refreshable.
    func addRefresh(to element: inout Element) {
        guard let refresh = environment.refresh else { return }
        let memory = memory { RefreshMemory() }
        if memory.isRefreshing.value { element.traits.insert(.refreshing) }
        element.handlers[.refresh] = { _ in
            if memory.isRefreshing.value { return }
            memory.isRefreshing.value = true
            memory.task = Task(name: "View.refreshable") {
                await refresh()
                memory.isRefreshing.value = false
            }
        }
        onDetach("refresh") { memory.task?.cancel() }
    }
}
