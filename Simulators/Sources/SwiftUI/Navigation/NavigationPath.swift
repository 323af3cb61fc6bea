/// A type-erased list of data representing the content of a navigation stack.
public struct NavigationPath {
    var values: [AnyHashable] = []

    /// Creates a new, empty navigation path.
    public init() {}

    /// Creates a new navigation path from the contents of a sequence.
    public init<S: Sequence>(_ elements: S) where S.Element: Hashable {
        values = elements.map { AnyHashable($0) }
    }

    /// The number of elements in this path.
    public var count: Int { values.count }

    /// A Boolean that indicates whether this path is empty.
    public var isEmpty: Bool { values.isEmpty }

    /// Appends a new value to the end of this path.
    public mutating func append<V: Hashable>(_ value: V) {
        values.append(AnyHashable(value))
    }

    /// Removes values from the end of this path.
    public mutating func removeLast(_ k: Int = 1) {
        values.removeLast(k)
    }
}

extension NavigationPath: Equatable {}
