import TrendyModel
import TrendyStore

/// Visits that several devices of one person recorded: one of them stays.
///
/// Each device takes back its own where another one's has the smaller id, and goes on with that:
/// so all come to the same one, whoever hears of whom first.
struct VisitTwins {
    /// Entries that lie so far apart at most can be the same.
    static let tolerance = Duration.seconds(15 * 60)
    /// How long another device may take to tell of a visit.
    static let patience = Duration.seconds(14 * 86_400)
    /// Events that are looked at in one go.
    private static let page = 500

    let store: DeviceStore

    private struct Visit {
        var id: EntityID
        var earliest: Instant
        var start: Instant
        var end: Instant?
        var event: Event

        init?(_ entity: Entity) throws {
            let event = try Event(document: entity.document())
            guard GeofenceEventFactory.isVisit(event) else { return nil }
            id = entity.id
            start = event.timestamp
            end = event.endDate
            earliest = event.timestamp
            if case .instant(let instant)? = event.properties["entry_earliest"] {
                earliest = instant
            }
            self.event = event
        }

        func isTwin(of other: Visit) -> Bool {
            guard id != other.id, event.geofenceID == other.event.geofenceID else { return false }
            let apart = VisitTwins.tolerance
            return start + apart >= other.earliest && other.start + apart >= earliest
                && end.map { $0 + apart >= other.start } ?? true
                && other.end.map { $0 + apart >= start } ?? true
        }
    }

    /// What there is to do now.
    func settle(at now: Instant) async throws -> PlaceChange {
        var change = PlaceChange()
        let own = try await store.ownVisits(since: Instant(milliseconds: .min))
        guard let first = own.map({ $0.enteredAfter ?? $0.enteredAt }).min() else { return change }
        for visit in own where visit.enteredAt + Self.patience < now {
            change.settledVisits.append(visit.event)
        }
        let visits = try await visits(since: first - Self.tolerance)
        let presences = try await store.presences()
        let byID = Dictionary(visits.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for mine in own {
            guard let visit = byID[mine.event] else { continue }
            let twin = visits.filter { $0.isTwin(of: visit) && $0.id < visit.id }
                .min { $0.id < $1.id }
            guard let twin else { continue }
            change.deletions.append(visit.id)
            change.settledVisits.append(visit.id)
            if let exit = visit.event.geofenceID {
                change.deletions.append(GeofenceEventFactory.exitMomentID(of: visit.id))
                for var presence in presences where presence.geofenceID == exit {
                    guard presence.visit == visit.id else { continue }
                    presence.visit = twin.id
                    presence.isOwn = false
                    change.presences.append(presence)
                }
            }
            if let notes = visit.event.notes, twin.event.notes == nil {
                var fields = Document()
                fields["notes"] = RawJSON(notes)
                change.updates.append(.init(id: twin.id, fields: fields, properties: [:]))
            }
        }
        return change
    }

    private func visits(since start: Instant) async throws -> [Visit] {
        var visits: [Visit] = []
        var filter = EventFilter(from: start, limit: Self.page)
        while true {
            let page = try await store.events(filter)
            visits += try page.compactMap { try Visit($0) }
            guard page.count == Self.page, let last = page.last else { return visits }
            filter.before = (try Event(document: last.document()).timestamp, last.id)
        }
    }
}
