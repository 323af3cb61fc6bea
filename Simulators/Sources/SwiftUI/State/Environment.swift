public import Observation

/// A property wrapper that reads a value from a view's environment.
@propertyWrapper
public struct Environment<Value>: DynamicProperty {
    private let source: Source
    private var environment: Installed?

    /// Creates an environment property to read the specified key path.
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
        source = Source { $0[keyPath: keyPath] }
    }

    /// The current value of the environment property.
    ///
    /// The default value while the view is in no hierarchy. Traps if an object is read that no
    /// view above sets, as on a phone.
    public var wrappedValue: Value {
        guard let value = source.read(environment?.values ?? EnvironmentValues()) else {
            preconditionFailure(
                "No \(Value.self) in the environment: set it with environment(_:) above."
            )
        }
        return value
    }

    /// How to find the value.
    ///
    /// Safe to share: it captures a key path or a type.
    private struct Source: @unchecked Sendable {
        let read: (EnvironmentValues) -> Value?
    }

    /// The environment of the view.
    ///
    /// Safe to share where the value is: it is only read.
    private struct Installed: @unchecked Sendable {
        let values: EnvironmentValues
    }
}

extension Environment: Sendable where Value: Sendable {}

extension Environment {
    /// Creates an environment property to read an observable object.
    public init(_ objectType: Value.Type) where Value: AnyObject & Observable {
        source = Source { $0[object: objectType] }
    }

    /// Creates an environment property to read an observable object, `nil` if none is set.
    public init<T: AnyObject & Observable>(_ objectType: T.Type) where Value == T? {
        source = Source { .some($0[object: objectType]) }
    }
}

extension Environment: InstallableProperty {
    mutating func install(on node: ViewNode, slot: Int) {
        environment = Installed(values: node.environment)
    }
}
