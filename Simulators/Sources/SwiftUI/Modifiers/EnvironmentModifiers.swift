public import Observation

struct EnvironmentTransform {
    let transform: (inout EnvironmentValues) -> Void
}

extension EnvironmentTransform: PrimitiveModifier {
    typealias Body = Never

    func transformEnvironment(_ environment: inout EnvironmentValues) {
        transform(&environment)
    }
}

extension View {
    /// Sets the environment value of the specified key path to the given value.
    nonisolated public func environment<V>(
        _ keyPath: WritableKeyPath<EnvironmentValues, V>,
        _ value: V
    ) -> some View {
        modifier(EnvironmentTransform { $0[keyPath: keyPath] = value })
    }

    /// Places an observable object in the view's environment.
    nonisolated public func environment<T: AnyObject & Observable>(_ object: T?) -> some View {
        modifier(EnvironmentTransform { $0[object: T.self] = object })
    }

    /// Transforms the environment value of the specified key path.
    nonisolated public func transformEnvironment<V>(
        _ keyPath: WritableKeyPath<EnvironmentValues, V>,
        transform: @escaping (inout V) -> Void
    ) -> some View {
        modifier(EnvironmentTransform { transform(&$0[keyPath: keyPath]) })
    }
}
