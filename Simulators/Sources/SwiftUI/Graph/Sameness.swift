@_spi(Reflection) @preconcurrency import Swift

/// Whether two values cannot be told apart: equal bytes, or equal by `==`.
///
/// Equal bytes are the same numbers, objects and closures. Bytes may differ without a difference, as
/// in padding or in two copies of a text.
func isSame<Value>(_ first: Value, _ second: Value) -> Bool {
    let hasEqualBytes = withUnsafeBytes(of: first) { first in
        withUnsafeBytes(of: second) { first.elementsEqual($0) }
    }
    if hasEqualBytes { return true }
    guard let first = first as? any Equatable else { return false }
    return isEqual(first, second)
}

private func isEqual<Value: Equatable>(_ first: Value, _ second: Any) -> Bool {
    first == second as? Value
}

/// Compares views property by property, as SwiftUI does to leave out what did not change.
@MainActor
enum ViewComparison {
    private static let properties = TypeCache()

    /// Whether two views are the same or have the same properties.
    ///
    /// Of the framework's own views only the bytes are compared: most contain a closure.
    static func areSame<V: View>(_ first: V, _ second: V) -> Bool {
        if isSame(first, second) { return true }
        guard V.Body.self != Never.self, let properties = properties(of: V.self) else {
            return false
        }
        return properties.allSatisfy { $0.isSame(first, second) }
    }

    /// The properties of a type; `nil` if one cannot be read.
    private static func properties<V>(of type: V.Type) -> [Property<V>]? {
        if let known = properties[type] { return known as? [Property<V>] }
        var found: [Property<V>] = []
        let isComplete = _forEachFieldWithKeyPath(of: type) { _, path in
            func add<Value>(_ value: Value.Type) -> Bool {
                guard let path = path as? KeyPath<V, Value> else { return false }
                found.append(
                    Property { SwiftUI.isSame($0[keyPath: path], $1[keyPath: path]) }
                )
                return true
            }
            return _openExistential(Swift.type(of: path).valueType, do: add)
        }
        properties[type] = isComplete ? found as Any : ()
        return isComplete ? found : nil
    }

    private struct Property<V> {
        let isSame: (V, V) -> Bool
    }
}
