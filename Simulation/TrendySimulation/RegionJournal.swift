import Foundation
import SimulatedCoreLocation
import SimulationKit
import TrendyModel
import TrendyPlaces

/// What became of one region on one phone, read from the records of the simulated CoreLocation.
struct RegionJournal {
    /// A time in which the system watched a circle.
    struct Span {
        let circle: MonitoredRegion
        let start: Date
        var end = Date.distantFuture
        /// Whether the app gave it up itself.
        var isStopped = false
    }

    /// A crossing that the system noticed, and what became of it.
    struct Crossing {
        let isEntry: Bool
        let noticed: Date
        let circle: MonitoredRegion
        /// Whether the app did not ask to be told of it.
        var isSilent = true
        /// When the app was told.
        var delivered: Date?
        /// When it was given up, since nobody in the app took it.
        var expired: Date?
    }

    /// A circle that was watched anew although it was there.
    struct Repetition {
        let date: Date
        let since: Date
    }

    /// An end that is told so soon after the entry was kept with it, and changes no other visit, in
    /// seconds.
    private static let keptTogether = 20.0

    private(set) var spans: [Span] = []
    private(set) var crossings: [Crossing] = []
    private(set) var repetitions: [Repetition] = []
    /// When the system told on which side the person is.
    private(set) var states: [Date] = []
    /// When it told that they are inside.
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
            // What is lost was for the app, and was not delivered.
            case .missed, .lost: break
            }
        }
    }

    private mutating func end(at date: Date, isStopped: Bool = false) {
        guard let last = spans.indices.last, spans[last].end == .distantFuture else { return }
        spans[last].end = date
        spans[last].isStopped = isStopped
    }

    /// The circle that was watched at a moment; `nil` when none was.
    func circle(at date: Date) -> MonitoredRegion? {
        spans.last { $0.start <= date && date < $0.end }?.circle
    }

    /// When the app was told last that they left, before a crossing, other than at once with the
    /// entry.
    func knownExit(before index: Int) -> Date? {
        var (entered, left): (Date?, Date?)
        for crossing in crossings[..<index] {
            guard let told = crossing.delivered else { continue }
            if crossing.isEntry {
                entered = told
                continue
            }
            let isKept = entered.map { told.timeIntervalSince($0) <= Self.keptTogether }
            if isKept != true { left = told }
            entered = nil
        }
        return left
    }

    /// The journals of all regions of a phone, by their identifiers without their owner: each
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
    /// Writes down what all phones' systems had to do with a place of a person's.
    func tell(_ place: EntityID, of account: String) {
        for device in devices {
            let records = device.phone(of: account)?.location.regionRecords ?? []
            for record in records where RegionIdentity(record.identifier) == .geofence(place) {
                simulation.log("\(device.name) \(Instant(record.date)) \(record.kind)")
            }
        }
    }
}
