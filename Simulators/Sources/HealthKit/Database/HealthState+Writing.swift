import Foundation
import SimulatedHealthBehavior

/// An added or deleted sample.
struct SampleChange {
    let sample: HKSample
}

extension HealthState {
    /// Adds samples to the indexes of their types, in the given order.
    ///
    /// A sample with an existing identifier is skipped. A sample with a sync identifier replaces an
    /// older version, and is skipped if it is not newer. The samples of a correlation are added
    /// before it.
    mutating func add(_ samples: [HKSample], workout: UUID?, at now: Date) -> [SampleChange] {
        var changes: [SampleChange] = []
        for sample in samples where locations[sample.uuid] == nil {
            var replaced: HKSample?
            if let key = syncKey(of: sample), let old = syncKeys[key].flatMap({ self.sample($0) }) {
                let isNewer = syncVersion(of: sample) > syncVersion(of: old)
                guard isNewer else { continue }
                replaced = old
            }
            let workouts = replaced.flatMap { workoutsOf[$0.uuid] } ?? []
            let ownMembers = replaced.flatMap { members[$0.uuid] }
            if let old = replaced { changes += delete([old.uuid], at: now) }
            if let correlation = sample as? HKCorrelation {
                changes += add(correlation.sortedObjects, workout: workout, at: now)
            }
            insert(sample)
            for workout in workouts.union(workout.map { [$0] } ?? []) {
                associate(sample.uuid, with: workout)
            }
            for member in ownMembers ?? [] { associate(member, with: sample.uuid) }
            changes.append(SampleChange(sample: sample))
        }
        return changes
    }

    private mutating func insert(_ sample: HKSample) {
        lastRow += 1
        let index = index(for: sample.sampleType)
        indexes[index].add(sample, row: lastRow)
        locations[sample.uuid] = Location(index: index, row: lastRow)
        if let key = syncKey(of: sample) { syncKeys[key] = sample.uuid }
        let bundle = sample.source.bundleIdentifier
        if firstRowOfSource[bundle] == nil { firstRowOfSource[bundle] = lastRow }
    }

    /// Deletes samples and keeps their deleted-object entries; unknown identifiers are skipped.
    mutating func delete(_ uuids: [UUID], at now: Date) -> [SampleChange] {
        var changes: [SampleChange] = []
        for uuid in uuids {
            guard let location = locations.removeValue(forKey: uuid) else { continue }
            lastRow += 1
            guard
                let sample = indexes[location.index]
                    .delete(row: location.row, deletedRow: lastRow, at: now)
            else { continue }
            deletedSamples.append((now, Location(index: location.index, row: lastRow)))
            if let key = syncKey(of: sample), syncKeys[key] == uuid { syncKeys[key] = nil }
            for workout in workoutsOf.removeValue(forKey: uuid) ?? [] {
                members[workout]?.remove(uuid)
            }
            for member in members.removeValue(forKey: uuid) ?? [] {
                workoutsOf[member]?.remove(uuid)
            }
            changes.append(SampleChange(sample: sample))
        }
        return changes
    }

    /// Forgets deleted samples; a query that did not read them in time never returns them.
    mutating func expireDeletedSamples(before date: Date) {
        while firstDeletedSample < deletedSamples.count,
            deletedSamples[firstDeletedSample].date < date
        {
            let location = deletedSamples[firstDeletedSample].location
            indexes[location.index].removeDeletedSample(row: location.row)
            firstDeletedSample += 1
        }
        if firstDeletedSample > deletedSamples.count / 2 {
            deletedSamples.removeFirst(firstDeletedSample)
            firstDeletedSample = 0
        }
    }

    mutating func associate(_ uuid: UUID, with workout: UUID) {
        members[workout, default: []].insert(uuid)
        workoutsOf[uuid, default: []].insert(workout)
    }

    private mutating func index(for type: HKSampleType) -> Int {
        if let index = indexOfType[type.identifier] { return index }
        indexes.append(TypeIndex(type: type))
        indexOfType[type.identifier] = indexes.count - 1
        return indexes.count - 1
    }

    private func syncKey(of sample: HKSample) -> SyncKey? {
        guard let metadata = sample.metadata,
            let identifier = metadata[HKMetadataKeySyncIdentifier] as? String
        else { return nil }
        return SyncKey(bundle: sample.source.bundleIdentifier, identifier: identifier)
    }

    private func syncVersion(of sample: HKSample) -> Int64 {
        sample.number(HKMetadataKeySyncVersion) ?? 0
    }
}
