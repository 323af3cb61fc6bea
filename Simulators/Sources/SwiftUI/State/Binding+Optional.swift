extension Binding {
    /// Creates a binding by projecting the base value to an optional value.
    public init<V>(_ base: Binding<V>) where Value == V? {
        self = base.map {
            $0
        } write: { value, new in
            if let new { value = new }
        }
    }

    /// Creates a binding by projecting the base value to an unwrapped value.
    ///
    /// - Returns: `nil` if the base value is `nil`.
    public init?(_ base: Binding<Value?>) {
        guard let present = base.wrappedValue else { return nil }
        // A view may read once more after the value became nil, before it goes away.
        self = base.map {
            $0 ?? present
        } write: { value, new in
            if value != nil { value = new }
        }
    }

    /// Creates a binding by projecting the base value to a hashable value.
    public init<V>(_ base: Binding<V>) where Value == AnyHashable, V: Hashable {
        self = base.map {
            AnyHashable($0)
        } write: { value, new in
            if let new = new.base as? V { value = new }
        }
    }
}
