/// The nodes of one view hierarchy, and the evaluation of those that changed.
@MainActor
package final class ViewGraph {
    /// The passes that one update may take.
    ///
    /// More mean that views change what they depend on.
    private static let passLimit = 1000

    package private(set) var root: ViewNode?
    /// How many times a view was evaluated.
    package private(set) var evaluationCount = 0
    package let injectedBug: InjectedBug?

    /// The node that the app last scrolled to, until the host takes it.
    package var scrollTarget: Int?

    let invalidations: InvalidationQueue
    private var nodes: [Int: ViewNode] = [:]
    private var nextNodeID = 1
    private var effects: [Effect] = []
    private var isUpdating = false
    private var sharedCells: [String: AnyObject] = [:]
    private(set) var rootEnvironment = EnvironmentValues()

    /// Makes an empty graph.
    ///
    /// - Parameters:
    ///   - injectedBug: A defect to test tests with.
    ///   - wake: Called when a change makes an `update()` necessary, on the thread of the change
    ///     and before the change is done. It must schedule the update, not run it.
    package init(injectedBug: InjectedBug? = nil, wake: @escaping @Sendable () -> Void = {}) {
        self.injectedBug = injectedBug
        invalidations = InvalidationQueue(wake: wake)
    }

    /// Shows a view in place of the present one; the state of a view of the same type is kept.
    package func setRoot<V: View>(_ view: V, environment: EnvironmentValues) {
        rootEnvironment = environment
        let node: ViewNode
        if let root, root.viewType == V.self {
            node = root
        } else {
            root?.detach()
            node = ViewNode(graph: self, parent: nil, key: .slot("root"), type: V.self)
            root = node
        }
        node.assign(view, environment: environment)
        update()
    }

    /// Changes the environment of the root and evaluates everything again.
    package func changeEnvironment(_ edit: (inout EnvironmentValues) -> Void) {
        edit(&rootEnvironment)
        root?.changeEnvironment(rootEnvironment)
        update()
    }

    /// Removes all views: tasks are cancelled and `onDisappear` is called.
    package func removeRoot() {
        root?.detach()
        root = nil
        update()
    }

    /// The attached node with that id.
    package func node(_ id: Int) -> ViewNode? { nodes[id] }

    package var needsUpdate: Bool { !invalidations.isEmpty || !effects.isEmpty }

    /// Evaluates what changed and runs the actions of appearance and change, until nothing is left.
    package func update() {
        // An action that asks for an update gets it after the action, from the loop below.
        if isUpdating { return }
        isUpdating = true
        defer { isUpdating = false }
        var passes = 0
        while needsUpdate {
            passes += 1
            precondition(
                passes <= Self.passLimit,
                "The views do not settle: a body, onAppear or onChange changes what it depends on."
            )
            evaluateInvalidated()
            if invalidations.isEmpty { runEffects() }
        }
    }

    /// Runs an action after the evaluation, unless the node is detached by then.
    package func afterUpdate(of node: ViewNode, _ action: @escaping @MainActor () -> Void) {
        effects.append(Effect(node: node, kind: .any, action: action))
    }

    func afterChange(of node: ViewNode, _ action: @escaping @MainActor () -> Void) {
        effects.append(Effect(node: node, kind: .change, action: action))
    }

    func afterDetaching(_ action: @escaping @MainActor () -> Void) {
        effects.append(Effect(node: nil, kind: .any, action: action))
    }

    private func evaluateInvalidated() {
        var due = invalidations.take().compactMap { nodes[$0] }
        due.sort { ($0.depth, $0.id) < ($1.depth, $1.id) }
        if injectedBug == .evaluationDropped { due = due.dropLast() }
        // An ancestor's evaluation includes its descendants and may detach them.
        let counts = due.map(\.evaluationCount)
        for (node, count) in zip(due, counts)
        where node.isAttached && node.evaluationCount == count {
            node.evaluateAgain()
        }
    }

    private func runEffects() {
        var due = effects
        effects = []
        if injectedBug == .changeActionLost {
            let first = due.firstIndex { $0.kind == .change }
            due = due.enumerated().filter { $1.kind != .change || $0 == first }.map(\.element)
        }
        for effect in due where effect.node?.isAttached ?? true {
            effect.action()
        }
    }

    func makeNodeID(for node: ViewNode) -> Int {
        defer { nextNodeID += 1 }
        nodes[nextNodeID] = node
        return nextNodeID
    }

    func remove(_ node: ViewNode) {
        nodes[node.id] = nil
    }

    /// Storage that several properties of the hierarchy share by a name.
    func sharedCell<Cell: AnyObject>(_ name: String, _ make: () -> Cell) -> Cell {
        if let cell = sharedCells[name] as? Cell { return cell }
        let cell = make()
        sharedCells[name] = cell
        return cell
    }

    func countEvaluation() {
        evaluationCount += 1
    }

    private struct Effect {
        enum Kind { case change, any }

        let node: ViewNode?
        let kind: Kind
        let action: @MainActor () -> Void
    }
}
