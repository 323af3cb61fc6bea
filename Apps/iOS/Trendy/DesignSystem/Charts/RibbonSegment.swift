import SwiftUI

/// A part of a ribbon.
struct RibbonSegment<ID: Hashable>: Identifiable {
    /// The id of what the segment shows.
    let id: ID
    /// The start as a fraction of the ribbon, 0…1.
    let start: Double
    /// The end as a fraction of the ribbon, 0…1.
    let end: Double
    /// The colour.
    let color: Color
    /// What the segment shows, in words.
    let text: String
}
