import Foundation
import SimulatedCoreLocation
import SimulationKit
import TrendyModel
import TrendyPlaces

/// The history of one region on one phone, from the records of the simulated CoreLocation.
struct RegionJournal {
    /// A range in which the system monitored a circle.
    struct Span {
        let circle: MonitoredRegion
        let start: Date
        var end = Date.distantFuture
        /// Whether the app stopped monitoring it.
        var isStopped = false
    }

    /// A crossing that the system observed, and its delivery.
    struct Crossing {
        let isEntry: Bool
        let noticed: Date
        let circle: MonitoredRegion
        /// Whether the app did not request notification of it.
        var isSilent = true
        /// The time of delivery to the app.
        var delivered: Date?
        /// The time at which the system dropped it, because the app did not accept it.
        var expired: Date?
    }

    /// A repeated registration of a circle that was already monitored.
    struct Repetition {
        let date: Date
        let since: Date
    }

    /// An exit delivered this soon after its entry, in seconds, is recorded with it and changes no
    /// other visit.
    private static let keptTogether = 20.0

    private(set) var spans: [Span] = []
    private(set) var crossings: [Crossing] = []
    private(set) var repetitions: [Repetition] = []
    /// The times at which the system delivered a region state.
    private(set) var states: [Date] = []
    /// The times at which the delivered state was inside.
    private(set) var insides: [Date] = []

    private init(_ records: [RegionRecord]) {
        var numbers: [Int: Int] = [:]
        for record in records {
            switch record.kind {
            case .registered(let latitude, let longitude, let radius):
                guard let center = Coordinate(latitude: latitude, longitude: longitude) else {
                    continue
                }
                let circle = MonitoredRegion(
                    identifier: record.identifier,
                    center: center,
                    radius: radius
                )
                if let last = spans.last, last.end == .distantFuture {
                    if last.circle == circle {
                        repetitions.append(Repetition(date: record.date, since: last.start))
                    }
                    end(at: record.date)
                }
                spans.append(Span(circle: circle, start: record.date))
            case .stopped: end(at: record.date, isStopped: true)
            case .dropped: end(at: record.date)
            case .determined(let isInside):
                states.append(record.date)
                if isInside { insides.append(record.date) }
            case .noticed(let isEntry):
                guard let circle = spans.last?.circle else { continue }
                crossings.append(
                    Crossing(isEntry: isEntry, noticed: record.date, circle: circle)
                )
            case .posted(let number, _):
                guard let last = crossings.indices.last else { continue }
                numbers[number] = last
                crossings[last].isSilent = false
            case .delivered(let number):
                if let index = numbers[number] { crossings[index].delivered = record.date }
            case .expired(let number):
                if let index = numbers[number] { crossings[index].expired = record.date }
            // A missed or lost crossing was for the app and was not delivered.
            case .missed, .lost: break
            }
        }
    }

    private mutating func end(at date: Date, isStopped: Bool = false) {
        guard let last = spans.indices.last, spans[last].end == .distantFuture else { return }
        spans[last].end = date
        spans[last].isStopped = isStopped
    }

    /// The circle that was monitored at a moment; `nil` when none was.
    func circle(at date: Date) -> MonitoredRegion? {
        spans.last { $0.start <= date && date < $0.end }?.circle
    }

    /// The time at which the last exit before a crossing was delivered to the app, other than
    /// together with its entry.
    func knownExit(before index: Int) -> Date? {
        var (entered, left): (Date?, Date?)
        for crossing in crossings[..<index] {
            guard let deliveredAt = crossing.delivered else { continue }
            if crossing.isEntry {
                entered = deliveredAt
                continue
            }
            let isKept = entered.map { deliveredAt.timeIntervalSince($0) <= Self.keptTogether }
            if isKept != true { left = deliveredAt }
            entered = nil
        }
        return left
    }

    /// The histories of all regions of a phone, by identifier without the owner, because each
    /// account has a phone of its own.
    static func all(of records: [RegionRecord]) -> [String: RegionJournal] {
        Dictionary(grouping: records) { record in
            guard case .geofence(let id) = RegionIdentity(record.identifier) else {
                return record.identifier
            }
            return RegionIdentity.identifier(of: id)
        }.mapValues { RegionJournal($0) }
    }
}

extension World {
    /// Logs the records of all phones' systems about a person's place.
    func logRecords(_ place: EntityID, of account: String) {
        for device in devices {
            let records = device.phone(of: account)?.location.regionRecords ?? []
            for record in records where RegionIdentity(record.identifier) == .geofence(place) {
                simulation.log("\(device.name) \(Instant(record.date)) \(record.kind)")
            }
        }
    }
}
