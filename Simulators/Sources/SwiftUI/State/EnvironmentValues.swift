/// A collection of environment values propagated through a view hierarchy.
public struct EnvironmentValues: CustomStringConvertible {
    private var values: [ObjectIdentifier: any EnvironmentSlot] = [:]

    /// Creates an environment values instance.
    public init() {}

    /// Accesses the environment value associated with a custom key.
    public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
        get { value(ObjectIdentifier(key)) ?? K.defaultValue }
        set { set(newValue, ObjectIdentifier(key)) }
    }

    /// The number of values that views set.
    public var description: String { "EnvironmentValues(\(values.count))" }

    /// An observable object, by its type.
    subscript<T: AnyObject>(object type: T.Type) -> T? {
        get { value(ObjectIdentifier(type)) }
        set {
            if let newValue {
                set(newValue, ObjectIdentifier(type))
            } else {
                values[ObjectIdentifier(type)] = nil
            }
        }
    }

    private func value<Value>(_ key: ObjectIdentifier) -> Value? {
        (values[key] as? StoredValue<Value>)?.value
    }

    /// Keeps the stored object if it has the value, so that ``isSame(as:)`` is quick.
    private mutating func set<Value>(_ value: Value, _ key: ObjectIdentifier) {
        if let stored = values[key] as? StoredValue<Value>, SwiftUI.isSame(stored.value, value) {
            return
        }
        values[key] = StoredValue(value)
    }

    /// Whether a view cannot tell two environments apart.
    func isSame(as other: EnvironmentValues) -> Bool {
        values.count == other.values.count
            && values.allSatisfy { key, value in
                guard let other = other.values[key] else { return false }
                return value === other || value.isSame(as: other)
            }
    }
}

private protocol EnvironmentSlot: AnyObject {
    func isSame(as other: any EnvironmentSlot) -> Bool
}

private final class StoredValue<Value>: EnvironmentSlot {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }

    func isSame(as other: any EnvironmentSlot) -> Bool {
        guard let other = other as? StoredValue<Value> else { return false }
        return SwiftUI.isSame(value, other.value)
    }
}

@available(*, unavailable)
extension EnvironmentValues: Sendable {}
