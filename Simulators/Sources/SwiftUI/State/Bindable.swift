public import Observation

/// A property wrapper type that supports creating bindings to the mutable properties of observable
/// objects.
@dynamicMemberLookup
@propertyWrapper
public struct Bindable<Value> {
    /// The wrapped object.
    public var wrappedValue: Value

    /// The bindable wrapper for the object.
    public var projectedValue: Bindable<Value> { self }

    /// Makes memberwise initializers take the object instead of the wrapper.
    @available(*, unavailable, message: "The wrapped value must be an observable object.")
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }

    private init(value: Value) {
        wrappedValue = value
    }
}

extension Bindable where Value: AnyObject {
    /// Returns a binding to the value of a given key path.
    public subscript<Subject>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
    ) -> Binding<Subject> {
        let object = wrappedValue
        return Binding(
            read: { object[keyPath: keyPath] },
            write: { value, _ in object[keyPath: keyPath] = value }
        )
    }
}

extension Bindable where Value: AnyObject & Observable {
    /// Creates a bindable object from an observable object.
    public init(wrappedValue: Value) {
        self.init(value: wrappedValue)
    }

    /// Creates a bindable object from an observable object.
    public init(_ wrappedValue: Value) {
        self.init(value: wrappedValue)
    }

    /// Creates a bindable from the value of another bindable.
    public init(projectedValue: Bindable<Value>) {
        self = projectedValue
    }
}

extension Bindable: Identifiable where Value: Identifiable {
    /// The stable identity of the wrapped object.
    public var id: Value.ID { wrappedValue.id }
}

extension Bindable: Sendable where Value: Sendable {}

extension Bindable: DynamicProperty {}
