import Foundation
import SimulatedHealthBehavior
import SimulatedPhone

/// The result page of an anchored query.
struct ChangePage: Sendable {
    let samples: [HKSample]
    let deleted: [HKDeletedObject]
    let anchor: HKQueryAnchor
}

extension HealthState {
    /// The samples of a type that the app may read.
    enum Visibility {
        case everything
        case endingFrom(Date)
        case own
        /// The app may read what it contains.
        case members
        case medications(Set<HKHealthConceptIdentifier>)
    }

    /// - Throws: when authorization was never requested.
    func visibility(of type: HKSampleType) throws -> Visibility {
        switch read[type.identifier] ?? .notDetermined {
        case .allowed: return .everything
        case .limited(let date): return .endingFrom(date)
        case .denied: return .own
        case .notDetermined:
            if type is HKMedicationDoseEventType { return try doseVisibility() }
            if let type = type as? HKCorrelationType {
                return try correlationVisibility(of: type)
            }
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
        case .members: areMembersVisible(sample)
        case .medications(let shared):
            (sample as? HKMedicationDoseEvent)
                .map { shared.contains($0.medicationConceptIdentifier) } ?? false
        }
    }

    func sample(_ uuid: UUID) -> HKSample? {
        locations[uuid].flatMap { indexes[$0.index].sample(row: $0.row) }
    }

    func matches(_ sample: HKSample, _ filter: SampleFilter) -> Bool {
        filter.matches(sample, members: { members[$0] ?? [] })
    }

    /// The readable samples in order of start, without duplicates.
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

    /// Iterates over candidate samples in order of start, using indexes.
    private func forEachCandidate(
        _ type: HKSampleType,
        _ filter: SampleFilter,
        _ body: (HKSample) -> Void
    ) {
        guard let index = indexOfType[type.identifier] else { return }
        if let uuids = filter.uuids(members: { members[$0] ?? [] }) {
            uuids.compactMap { locations[$0] }
                .filter { $0.index == index }
                .compactMap { location in
                    indexes[index].sample(row: location.row).map { ($0, location.row) }
                }
                .sorted { ($0.0.startDate, $0.1) < ($1.0.startDate, $1.1) }
                .forEach { body($0.0) }
            return
        }
        let window = filter.window
        indexes[index].forEach(from: window.start, to: window.end) { sample, _ in body(sample) }
    }

    /// The changes after an anchor, in order of their rows.
    func page(
        _ scopes: [QueryScope],
        after anchor: HKQueryAnchor?,
        limit: Int,
        _ randomness: any PhoneRandomness
    ) throws -> ChangePage {
        let known = try row(of: anchor)
        let start = known ?? 0
        let hidesDeletions = known == nil && !behavior.firstPageHasDeletions
        var found: [(row: Int64, change: TypeIndex.Change)] = []
        for scope in scopes {
            let visibility = try visibility(of: scope.type)
            guard let index = indexOfType[scope.type.identifier] else { continue }
            var count = 0
            indexes[index].changes.forEach(from: start + 1) { row, change in
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
        of changes: ArraySlice<(row: Int64, change: TypeIndex.Change)>,
        after start: Int64
    ) -> ChangePage {
        var samples: [HKSample] = []
        var deleted: [HKDeletedObject] = []
        for (_, change) in changes {
            switch change {
            case .added(let sample): samples.append(sample)
            case .deleted(let deletedSample): deleted.append(deletedSample.object)
            }
        }
        let anchor = HKQueryAnchor(row: changes.last?.row ?? start, storeID: storeID)
        return ChangePage(samples: samples, deleted: deleted, anchor: anchor)
    }

    private func isMeant(
        _ change: TypeIndex.Change,
        _ filter: SampleFilter,
        _ visibility: Visibility,
        _ hidesDeletions: Bool
    ) -> Bool {
        switch change {
        case .added(let sample):
            isVisible(sample, visibility) && matches(sample, filter)
        case .deleted(let deletedSample):
            !hidesDeletions && isVisible(deletedSample.sample, visibility)
                && (!behavior.predicateFiltersDeletions || matches(deletedSample.sample, filter))
        }
    }

    /// The row of an anchor; `nil` to read from the start.
    private func row(of anchor: HKQueryAnchor?) throws -> Int64? {
        guard let anchor else { return nil }
        guard let store = anchor.storeID, store != storeID else { return anchor.row }
        switch behavior.foreignAnchor {
        case .isIgnored: return nil
        case .isBelieved: return anchor.row
        case .isRefused:
            throw HKError(.errorInvalidArgument, "The anchor belongs to another store.")
        }
    }
}
