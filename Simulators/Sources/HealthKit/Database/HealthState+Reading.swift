import Foundation
import SimulatedHealthBehavior
import SimulatedPhone

/// What an anchored query answers.
struct ChangePage: Sendable {
    let samples: [HKSample]
    let deleted: [HKDeletedObject]
    let anchor: HKQueryAnchor
}

extension HealthState {
    /// What the app may see of a type.
    enum Visibility {
        case everything
        case endingFrom(Date)
        case own
    }

    /// - Throws: when the person was never asked.
    func visibility(of type: HKSampleType) throws -> Visibility {
        switch read[type.identifier] ?? .notDetermined {
        case .allowed: return .everything
        case .limited(let date): return .endingFrom(date)
        case .denied: return .own
        case .notDetermined:
            guard (share[type.identifier] ?? .notDetermined) != .notDetermined else {
                throw HKError(
                    .errorAuthorizationNotDetermined,
                    "Authorization for \(type.identifier) was never requested."
                )
            }
            return .own
        }
    }

    func isVisible(_ sample: HKSample, _ visibility: Visibility) -> Bool {
        switch visibility {
        case .everything: true
        case .endingFrom(let date):
            sample.endDate >= date || sample.source.bundleIdentifier == appBundle
        case .own: sample.source.bundleIdentifier == appBundle
        }
    }

    func sample(_ uuid: UUID) -> HKSample? {
        locations[uuid].flatMap { shelves[$0.shelf].sample(row: $0.row) }
    }

    func matches(_ sample: HKSample, _ filter: SampleFilter) -> Bool {
        filter.matches(sample, members: { members[$0] ?? [] })
    }

    /// The samples that the app may see, by their start; each once.
    func samples(_ scopes: [QueryScope]) throws -> [HKSample] {
        var found: [HKSample] = []
        for scope in scopes {
            let visibility = try visibility(of: scope.type)
            forEachCandidate(scope.type, scope.filter) { sample in
                if isVisible(sample, visibility), matches(sample, scope.filter) {
                    found.append(sample)
                }
            }
        }
        guard scopes.count > 1 else { return found }
        var seen: Set<UUID> = []
        return found.filter { seen.insert($0.uuid).inserted }
            .enumerated()
            .sorted { ($0.element.startDate, $0.offset) < ($1.element.startDate, $1.offset) }
            .map(\.element)
    }

    /// Hands out what may match, by its start, without looking at all there is.
    private func forEachCandidate(
        _ type: HKSampleType,
        _ filter: SampleFilter,
        _ body: (HKSample) -> Void
    ) {
        guard let index = shelfOfType[type.identifier] else { return }
        if let uuids = filter.uuids(members: { members[$0] ?? [] }) {
            uuids.compactMap { locations[$0] }
                .filter { $0.shelf == index }
                .compactMap { location in
                    shelves[index].sample(row: location.row).map { ($0, location.row) }
                }
                .sorted { ($0.0.startDate, $0.1) < ($1.0.startDate, $1.1) }
                .forEach { body($0.0) }
            return
        }
        let window = filter.window
        shelves[index].forEach(from: window.start, to: window.end) { sample, _ in body(sample) }
    }

    /// The changes after an anchor, in the order of their rows.
    func page(
        _ scopes: [QueryScope],
        after anchor: HKQueryAnchor?,
        limit: Int,
        _ randomness: any PhoneRandomness
    ) throws -> ChangePage {
        let known = try row(of: anchor)
        let start = known ?? 0
        let hidesDeletions = known == nil && !behavior.firstPageHasDeletions
        var found: [(row: Int64, change: TypeShelf.Change)] = []
        for scope in scopes {
            let visibility = try visibility(of: scope.type)
            guard let index = shelfOfType[scope.type.identifier] else { continue }
            var count = 0
            shelves[index].changes.forEach(from: start + 1) { row, change in
                guard isMeant(change, scope.filter, visibility, hidesDeletions) else { return true }
                found.append((row, change))
                count += 1
                return limit <= 0 || count < limit
            }
        }
        if scopes.count > 1 {
            found.sort { $0.row < $1.row }
            var last: Int64 = 0
            found.removeAll { element in
                defer { last = element.row }
                return element.row == last
            }
        }
        var length = limit > 0 ? min(limit, found.count) : found.count
        if behavior.shortensPages, length > 1 { length = 1 + randomness.number(below: length) }
        return page(of: found.prefix(length), after: start)
    }

    private func page(
        of changes: ArraySlice<(row: Int64, change: TypeShelf.Change)>,
        after start: Int64
    ) -> ChangePage {
        var samples: [HKSample] = []
        var deleted: [HKDeletedObject] = []
        for (_, change) in changes {
            switch change {
            case .added(let sample): samples.append(sample)
            case .deleted(let grave): deleted.append(grave.object)
            }
        }
        let anchor = HKQueryAnchor(row: changes.last?.row ?? start, storeID: storeID)
        return ChangePage(samples: samples, deleted: deleted, anchor: anchor)
    }

    private func isMeant(
        _ change: TypeShelf.Change,
        _ filter: SampleFilter,
        _ visibility: Visibility,
        _ hidesDeletions: Bool
    ) -> Bool {
        switch change {
        case .added(let sample):
            isVisible(sample, visibility) && matches(sample, filter)
        case .deleted(let grave):
            !hidesDeletions && isVisible(grave.sample, visibility)
                && (!behavior.predicateFiltersDeletions || matches(grave.sample, filter))
        }
    }

    /// Where an anchor stands; `nil` where all is read from the start.
    private func row(of anchor: HKQueryAnchor?) throws -> Int64? {
        guard let anchor else { return nil }
        guard let store = anchor.storeID, store != storeID else { return anchor.row }
        switch behavior.foreignAnchor {
        case .isIgnored: return nil
        case .isBelieved: return anchor.row
        case .isRefused:
            throw HKError(.errorInvalidArgument, "The anchor is of another store.")
        }
    }
}
