import Foundation
import SwiftUI

/// The part of a strip between two fractions of its width; an instant is as wide as can be seen.
struct RibbonShape: Shape {
    /// The smallest width as a fraction of the strip.
    nonisolated static let minimum = 0.006

    /// The start, 0…1.
    let start: Double
    /// The end, 0…1.
    let end: Double

    nonisolated func path(in rect: CGRect) -> Path {
        let width = min(1, max(Self.minimum, end - start))
        let left = min(start, 1 - width)
        return Path(
            CGRect(
                x: rect.minX + rect.width * left,
                y: rect.minY,
                width: rect.width * width,
                height: rect.height
            )
        )
    }
}
