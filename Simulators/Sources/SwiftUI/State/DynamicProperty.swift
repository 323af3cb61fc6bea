/// A stored variable that updates an external property of a view.
public protocol DynamicProperty {
    /// Updates the underlying value, before `body` is evaluated.
    mutating func update()
}

extension DynamicProperty {
    /// Does nothing.
    public mutating func update() {}
}
