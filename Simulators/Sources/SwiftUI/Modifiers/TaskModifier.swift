struct TaskModifier<ID: Equatable> {
    let id: ID
    let priority: TaskPriority
    let action: @Sendable () async -> Void

    /// Owns the task: it is cancelled with the node.
    final class Memory {
        var id: ID?
        var task: Task<Void, Never>?

        deinit {
            task?.cancel()
        }
    }
}

extension TaskModifier: PrimitiveModifier {
    typealias Body = Never

    func apply(to node: ViewNode) {
        let memory = node.memory { Memory() }
        if memory.id == id { return }
        memory.id = id
        node.onDetach("task") { memory.task?.cancel() }
        node.graph.afterUpdate(of: node) { [priority, action] in
            memory.task?.cancel()
            memory.task = Task(name: "View.task", priority: priority) { await action() }
        }
    }
}

extension View {
    /// Adds an asynchronous task to perform before this view appears.
    ///
    /// The task is cancelled when the view disappears.
    nonisolated public func task(
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View {
        modifier(TaskModifier(id: true, priority: priority, action: action))
    }

    /// Adds a task to perform before this view appears or when a specified value changes.
    ///
    /// The present task is cancelled before the next one begins.
    nonisolated public func task<T: Equatable>(
        id value: T,
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View {
        modifier(TaskModifier(id: value, priority: priority, action: action))
    }
}
