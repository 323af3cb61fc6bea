public import Observation

/// A scene with a modifier of views around it.
struct ModifiedScene<Base: Scene, Modifier: ViewModifier> {
    let base: Base
    let modifier: Modifier
}

extension ModifiedScene: PrimitiveScene {
    typealias Body = Never

    func makeNode(_ node: ViewNode) {
        node.child(.slot("scene"), SceneView(scene: base).modifier(modifier))
    }
}

extension Scene {
    /// Adds an action to perform when the given value changes.
    nonisolated public func onChange<V: Equatable>(
        of value: V,
        initial: Bool = false,
        _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
    ) -> some Scene {
        ModifiedScene(
            base: self,
            modifier: ChangeModifier(value: value, initial: initial, action: action)
        )
    }

    /// Adds an action to perform when the given value changes.
    nonisolated public func onChange<V: Equatable>(
        of value: V,
        initial: Bool = false,
        _ action: @escaping () -> Void
    ) -> some Scene {
        ModifiedScene(
            base: self,
            modifier: ChangeModifier(value: value, initial: initial) { _, _ in action() }
        )
    }

    /// Sets the environment value of the specified key path to the given value.
    nonisolated public func environment<V>(
        _ keyPath: WritableKeyPath<EnvironmentValues, V>,
        _ value: V
    ) -> some Scene {
        ModifiedScene(
            base: self,
            modifier: EnvironmentTransform { $0[keyPath: keyPath] = value }
        )
    }

    /// Places an observable object in the scene's environment.
    nonisolated public func environment<T: AnyObject & Observable>(
        _ object: T?
    ) -> some Scene {
        ModifiedScene(base: self, modifier: EnvironmentTransform { $0[object: T.self] = object })
    }
}
