public import Foundation

/// The way a view changes over time to create a smooth visual transition.
///
/// Kept as a value: changes take effect at once.
public struct Animation: Equatable, Sendable {
    private let name: String
    private let parameters: [Double]

    init(_ name: String, _ parameters: Double...) {
        self.name = name
        self.parameters = parameters
    }

    /// A default animation instance.
    public static let `default` = Animation("default")
    /// An animation that starts slowly and then increases speed.
    public static var easeIn: Animation { easeIn(duration: 0.35) }
    /// An animation that starts quickly and then slows.
    public static var easeOut: Animation { easeOut(duration: 0.35) }
    /// An animation with an increase and a decrease of speed.
    public static var easeInOut: Animation { easeInOut(duration: 0.35) }
    /// An animation that moves at a constant speed.
    public static var linear: Animation { linear(duration: 0.35) }
    /// A spring animation with a predefined duration and no bounce.
    public static var smooth: Animation { smooth() }
    /// A spring animation with a predefined duration and small bounce.
    public static var snappy: Animation { snappy() }
    /// A spring animation with a predefined duration and higher bounce.
    public static var bouncy: Animation { bouncy() }
    /// A spring animation with default parameters.
    public static var spring: Animation { spring() }

    /// An animation with a duration in seconds that starts slowly.
    public static func easeIn(duration: TimeInterval) -> Animation {
        Animation("easeIn", duration)
    }

    /// An animation with a duration in seconds that ends slowly.
    public static func easeOut(duration: TimeInterval) -> Animation {
        Animation("easeOut", duration)
    }

    /// An animation with a duration in seconds that starts and ends slowly.
    public static func easeInOut(duration: TimeInterval) -> Animation {
        Animation("easeInOut", duration)
    }

    /// An animation that moves at a constant speed during a duration in seconds.
    public static func linear(duration: TimeInterval) -> Animation {
        Animation("linear", duration)
    }

    /// A smooth spring animation.
    public static func smooth(
        duration: TimeInterval = 0.5,
        extraBounce: Double = 0.0
    ) -> Animation {
        Animation("smooth", duration, extraBounce)
    }

    /// A spring animation with small bounce.
    public static func snappy(
        duration: TimeInterval = 0.5,
        extraBounce: Double = 0.0
    ) -> Animation {
        Animation("snappy", duration, extraBounce)
    }

    /// A spring animation with higher bounce.
    public static func bouncy(
        duration: TimeInterval = 0.5,
        extraBounce: Double = 0.0
    ) -> Animation {
        Animation("bouncy", duration, extraBounce)
    }

    /// A persistent spring animation.
    public static func spring(
        duration: TimeInterval = 0.5,
        bounce: Double = 0.0,
        blendDuration: Double = 0
    ) -> Animation {
        Animation("spring", duration, bounce, blendDuration)
    }

    /// Delays the start of the animation by seconds.
    public func delay(_ delay: TimeInterval) -> Animation { self }

    /// Changes the duration by a speed.
    public func speed(_ speed: Double) -> Animation { self }

    /// Repeats the animation for a number of times.
    public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Animation { self }

    /// Repeats the animation for the lifespan of the view.
    public func repeatForever(autoreverses: Bool = true) -> Animation { self }
}
