/// The context of the current state-processing update.
public struct Transaction {
    /// Creates a transaction.
    public init() {}

    /// Creates a transaction and assigns its animation property.
    public init(animation: Animation?) {
        self.animation = animation
    }

    /// The animation, if any, associated with the current state change.
    public var animation: Animation?

    /// Whether views should disable animations.
    public var disablesAnimations: Bool = false

    /// Whether the transaction originated from an action that produces a sequence of values.
    public var isContinuous: Bool = false
}
