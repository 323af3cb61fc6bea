struct AppearanceModifier {
    let appear: (() -> Void)?
    let disappear: (() -> Void)?

    final class Memory {
        var isDeclared = false
        var hasAppeared = false
    }
}

extension AppearanceModifier: PrimitiveModifier {
    typealias Body = Never

    func apply(to node: ViewNode) {
        let memory = node.memory { Memory() }
        if !memory.isDeclared {
            memory.isDeclared = true
            node.graph.afterUpdate(of: node) {
                memory.hasAppeared = true
                appear?()
            }
        }
        guard let disappear else { return }
        node.onDetach("disappear") { [graph = node.graph] in
            if memory.hasAppeared { graph.afterDetaching { disappear() } }
        }
    }
}

extension View {
    /// Adds an action to perform before this view appears.
    nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View {
        modifier(AppearanceModifier(appear: action, disappear: nil))
    }

    /// Adds an action to perform after this view disappears.
    nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        modifier(AppearanceModifier(appear: nil, disappear: action))
    }
}
