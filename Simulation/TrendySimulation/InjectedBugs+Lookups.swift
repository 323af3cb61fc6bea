import SimulationKit
import Synchronization
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendyStore

// Bugs of apps that search for an existing record instead of deriving its identity.
extension InjectedBug {
    static var lookups: [InjectedBug] {
        [
            make("bounded-processed-list", "A bounded list of processed days forgets some") {
                $0.health = { base, process in
                    let copies = Copies(process)
                    return BuggyHealthSource.changing(base) { category, changes in
                        for span in changes.spans where copies.isForgotten(category, span) {
                            await copies.record(category)
                        }
                        return changes
                    }
                }
                $0.faults = { $0.imports = .seconds(8 * 3600) }
            },
            make("failed-lookup-is-none", "A failed query for duplicates counts as no duplicates") {
                $0.health = { base, process in
                    let copies = Copies(process)
                    return BuggyHealthSource.changing(base) { category, changes in
                        if !changes.spans.isEmpty, await !copies.canLook(for: category) {
                            await copies.record(category)
                        }
                        return changes
                    }
                }
                $0.faults = { $0.diskFaults = .seconds(1800) }
            },
            make(
                "deleted-type-drops-visit",
                "A visit whose place's event type was deleted is dropped"
            ) {
                $0.regions = { base, process in
                    BuggyRegionMonitor(base: base) { signal in
                        await isOfNoType(signal, process) ? nil : signal
                    }
                }
                $0.faults = {
                    $0.hasTypedPlaces = true
                    $0.hasPlacesEarly = true
                }
            },
            make("visits-shared-by-accounts", "The accounts of a phone share its open visits") {
                $0.regions = { base, process in
                    BuggyRegionMonitor(base: base) { signal in
                        await carryOver(signal, process)
                        return signal
                    }
                }
                $0.faults = {
                    $0.accounts = 2
                    $0.accountSwitches = .seconds(12 * 3600)
                    $0.hasPlacesEarly = true
                }
            },
        ]
    }

    private static func isOfNoType(
        _ signal: RegionSignal,
        _ process: SimulatedDevice.Process
    ) async -> Bool {
        guard let place = signal.place else { return false }
        let store: DeviceStore = process.engine.store
        // A place that cannot be read now is accepted.
        guard let entity = try? await store.read({ try $0.entities.fetch(id: place) }),
            let type = try? Geofence(document: entity.document()).eventTypeEntryID,
            let found = try? await [store.read({ try $0.entities.fetch(id: type) })]
        else { return false }
        return found == [nil]
    }

    /// Keeps the open visits in a list on the phone, and ends those that remain in it.
    private static func carryOver(
        _ signal: RegionSignal,
        _ process: SimulatedDevice.Process
    ) async {
        let device = process.device
        // The calm phase opens the accounts in turn, which would record visits without end.
        guard device.world.phase == .faults else { return }
        let store: DeviceStore = process.engine.store
        for place in device.openPlaces {
            // A visit that cannot be read or written now is ended later.
            guard let known = try? await [store.read({ try $0.entities.fetch(id: place) })],
                known == [nil],
                let type = try? await store.read({ try $0.entities.fetchAll(kind: .eventType) })
                    .first
            else { continue }
            var event = Event(
                eventTypeID: type.id,
                timestamp: signal.instant,
                sourceType: .geofence
            )
            event.geofenceID = place
            event.endDate = signal.instant
            guard (try? await store.write({ [event] in try $0.entities.create(event) })) != nil
            else { continue }
            device.openPlaces.remove(place)
        }
        guard let place = signal.place else { return }
        switch signal.kind {
        case .crossing(_, .inside), .state(_, .inside): device.openPlaces.insert(place)
        case .crossing(_, .outside), .state(_, .outside): device.openPlaces.remove(place)
        default: break
        }
    }
}

extension RegionSignal {
    /// The place of the event.
    fileprivate var place: EntityID? {
        switch kind {
        case .crossing(let identifier, _), .state(let identifier, _):
            if case .geofence(let id) = RegionIdentity(identifier) { id } else { nil }
        default: nil
        }
    }
}

/// Records results a second time, under a new id, when they look new.
private final class Copies: Sendable {
    private static let longestList = 10

    private weak let process: SimulatedDevice.Process?
    private let known = Mutex<[HealthMetric: Event]>([:])

    init(_ process: SimulatedDevice.Process) {
        self.process = process
    }

    /// Whether a day was processed and is missing from the list of processed days; it counts as
    /// missing from now on.
    func isForgotten(_ category: HealthMetric, _ span: Range<Instant>) -> Bool {
        guard let process else { return false }
        let health = process.device.health(of: process.account)
        let day = "\(category) \(span.lowerBound.seconds / 86_400)"
        guard !health.processed.contains(day) else { return false }
        if health.processed.count == Self.longestList { health.processed.removeFirst() }
        health.processed.append(day)
        return !health.claim(day)
    }

    /// Whether the stored results of a category can be read.
    func canLook(for category: HealthMetric) async -> Bool {
        do {
            try await look(for: category)
            return true
        } catch {
            return false
        }
    }

    private func look(for category: HealthMetric) async throws {
        guard let store = process?.engine.store else { return }
        for entity in try await store.read({ try $0.entities.events(EventFilter(limit: 1_000)) }) {
            let event = try Event(document: entity.document())
            guard event.healthKitCategory == category.rawValue else { continue }
            known.withLock { $0[category] = event }
            return
        }
    }

    func record(_ category: HealthMetric) async {
        // Results that cannot be read have been read before, or do not exist.
        try? await look(for: category)
        guard let process, var event = known.withLock({ $0[category] }) else { return }
        event.naturalKey = nil
        let store: DeviceStore = process.engine.store
        // Retried as often as any other write.
        for _ in 0..<10 {
            if (try? await store.write({ [event] in try $0.entities.create(event) })) != nil {
                return
            }
            let wait: ()? = try? await process.device.world.simulation.sleep(for: .seconds(1))
            guard wait != nil, process.isAlive else { return }
        }
    }
}
