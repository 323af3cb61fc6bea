import Foundation
import TrendyModel

extension VisitRecallChecker {
    /// A visit on a device or on the server.
    struct Visit: CustomStringConvertible {
        let id: EntityID
        let event: Event
        /// Whether a person deleted or discarded it elsewhere, or must decide about it.
        let isDeletedElsewhere: Bool

        var start: Date { Date(event.timestamp) }
        var end: Date { event.endDate.map { Date($0) } ?? .distantFuture }
        var earliest: Date { moment("entry_earliest").map { min($0, start) } ?? start }
        var latestEnd: Date { moment("exit_latest").map { max($0, end) } ?? end }

        func moment(_ name: String) -> Date? {
            if case .instant(let instant)? = event.properties[name] { Date(instant) } else { nil }
        }

        var description: String {
            let words = ["entry_earliest", "exit_earliest", "exit_latest"].map { name in
                "\(name) \(moment(name).map { "\(Instant($0))" } ?? "–")"
            }
            return "\(id) from \(event.timestamp) to "
                + "\(event.endDate.map { "\($0)" } ?? "now") (\(words.joined(separator: ", ")))"
        }

        /// The place, even if it was unknown when the visit was recorded.
        var place: EntityID? {
            if let id = event.geofenceID { return id }
            if case .text(let id)? = event.properties["region"] { return EntityID(id) }
            return nil
        }
    }
}
