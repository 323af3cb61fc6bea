/// A key for accessing values in the environment.
public protocol EnvironmentKey {
    /// The type of the value.
    associatedtype Value

    /// The value where no view sets another.
    static var defaultValue: Self.Value { get }
}
