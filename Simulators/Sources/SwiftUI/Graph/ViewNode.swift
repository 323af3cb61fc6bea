import Observation

/// One view in the hierarchy: its identity, its state and what it shows.
///
/// A node is kept while its parent declares a child of the same key and type.
@MainActor
package final class ViewNode {
    /// Unique in the graph and stable for the life of the node.
    package private(set) var id = 0
    package let key: NodeKey
    package let viewType: Any.Type
    package let depth: Int
    package unowned let graph: ViewGraph
    package private(set) weak var parent: ViewNode?
    package private(set) var children: [ViewNode] = []
    package private(set) var environment = EnvironmentValues()
    package private(set) var isAttached = true
    /// How many times the view was evaluated.
    package private(set) var evaluationCount = 0

    /// What the view shows; `nil` for a transparent node, whose children count as its parent's.
    package var element: Element?
    /// What modifiers add to the elements below, for drawing.
    package var style: [StyleToken] = []
    /// What modifiers add to the elements below, for people who use assistive technology.
    package var accessibility = AccessibilityAttributes()
    /// Whether containers above read upward data below this node.
    package var stopsUpwardData = false

    var cells: [Int: AnyObject] = [:]
    var upwardData: [ObjectIdentifier: Any] = [:]
    private var memories: [ObjectIdentifier: AnyObject] = [:]
    private var detachActions: [String: @MainActor () -> Void] = [:]
    private var declarations: [Declaration] = []
    private var assigned: (any AssignedView)?
    private let epoch = Epoch()

    init(graph: ViewGraph, parent: ViewNode?, key: NodeKey, type: Any.Type) {
        self.graph = graph
        self.parent = parent
        self.key = key
        viewType = type
        depth = parent.map { $0.depth + 1 } ?? 0
        id = graph.makeNodeID(for: self)
    }

    /// Declares a child.
    ///
    /// Call it from `makeNode` only.
    ///
    /// - Parameters:
    ///   - key: Its place among the children.
    ///   - view: The view of the child.
    ///   - edit: Changes the environment that the child gets from this node.
    package func child<V: View>(
        _ key: NodeKey,
        _ view: V,
        environment edit: (inout EnvironmentValues) -> Void = { _ in }
    ) {
        var environment = environment
        if environment.rowWindow != nil, let element, !element.role.containsRows {
            environment.rowWindow = nil
        }
        edit(&environment)
        if graph.injectedBug == .environmentNotPassed { environment = graph.rootEnvironment }
        declarations.append(
            Declaration(key: key, type: V.self) { [environment] node in
                node.assign(view, environment: environment)
            }
        )
    }

    /// An object that a primitive keeps for the life of the node, one for each type.
    package func memory<Memory: AnyObject>(_ make: () -> Memory) -> Memory {
        if let memory = memories[ObjectIdentifier(Memory.self)] as? Memory { return memory }
        let memory = make()
        memories[ObjectIdentifier(Memory.self)] = memory
        return memory
    }

    /// Sets the action for the moment when the node is detached, one for each name.
    package func onDetach(_ name: String, _ action: @escaping @MainActor () -> Void) {
        detachActions[name] = action
    }

    /// Evaluates the view again in the next update.
    package func invalidate() {
        graph.invalidations.insert(id)
    }

    /// Shows a view; one that is the same as before, in the same environment, is not evaluated.
    func assign<V: View>(_ view: V, environment: EnvironmentValues) {
        if let assigned = assigned as? Assigned<V> {
            if ViewComparison.areSame(assigned.view, view),
                self.environment.isSame(as: environment)
            {
                return
            }
            assigned.view = view
        } else {
            assigned = Assigned(view)
        }
        self.environment = environment
        evaluate(view)
    }

    func changeEnvironment(_ environment: EnvironmentValues) {
        self.environment = environment
        invalidate()
    }

    func evaluateAgain() {
        assigned?.evaluate(on: self)
    }

    func detach() {
        isAttached = false
        epoch.advance()
        graph.remove(self)
        for action in detachActions.sorted(by: { $0.key < $1.key }).map(\.value) { action() }
        for child in children { child.detach() }
    }

    fileprivate func evaluate<V: View>(_ view: V) {
        evaluationCount += 1
        graph.countEvaluation()
        element = nil
        style = []
        accessibility = AccessibilityAttributes()
        upwardData = [:]
        stopsUpwardData = false
        declarations = []
        if let primitive = view as? any PrimitiveView {
            if type(of: primitive).readsObservables {
                track { primitive.makeNode(self) }
            } else {
                primitive.makeNode(self)
            }
        } else {
            var installed = view
            DynamicProperties.install(in: &installed, on: self)
            track { child(.body, installed.body) }
        }
        // Outside of the tracking, which would count the reads of children as this node's.
        reconcile()
    }

    private func track(_ evaluate: () -> Void) {
        let generation = epoch.advance()
        withObservationTracking {
            epoch.access()
            evaluate()
        } onChange: { [id, epoch, invalidations = graph.invalidations] in
            if epoch.number == generation { invalidations.insert(id) }
        }
    }

    private func reconcile() {
        let declared = declarations
        declarations = []
        let before = children
        var former = Dictionary(before.map { ($0.key, $0) }) { first, _ in first }
        children = declared.map { declaration in
            if let node = former[declaration.key], node.viewType == declaration.type {
                former[declaration.key] = nil
                return node
            }
            return ViewNode(
                graph: graph,
                parent: self,
                key: declaration.key,
                type: declaration.type
            )
        }
        for (node, declaration) in zip(children, declared) { declaration.assign(node) }
        let kept = Set(children.map(\.id))
        for node in before where !kept.contains(node.id) { node.detach() }
    }

    private struct Declaration {
        let key: NodeKey
        let type: Any.Type
        let assign: @MainActor (ViewNode) -> Void
    }
}

/// The view that a node shows.
@MainActor
private protocol AssignedView: AnyObject {
    func evaluate(on node: ViewNode)
}

private final class Assigned<V: View>: AssignedView {
    var view: V

    init(_ view: V) {
        self.view = view
    }

    func evaluate(on node: ViewNode) {
        node.evaluate(view)
    }
}
