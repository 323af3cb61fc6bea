import Foundation
import SimulatedHealthBehavior

/// A sample that came or went.
struct SampleChange {
    let sample: HKSample
}

extension HealthState {
    /// Puts samples on their shelves, in the order given.
    ///
    /// One whose identifier is there already is passed over; one with a sync identifier replaces
    /// an older version and is passed over if it is none newer.
    mutating func add(_ samples: [HKSample], workout: UUID?, at now: Date) -> [SampleChange] {
        var changes: [SampleChange] = []
        for sample in samples where locations[sample.uuid] == nil {
            var heirOf: HKSample?
            if let key = syncKey(of: sample), let old = syncKeys[key].flatMap({ self.sample($0) }) {
                let isNewer = syncVersion(of: sample) > syncVersion(of: old)
                guard isNewer else { continue }
                heirOf = old
            }
            let workouts = heirOf.flatMap { workoutsOf[$0.uuid] } ?? []
            let ownMembers = heirOf.flatMap { members[$0.uuid] }
            if let old = heirOf { changes += delete([old.uuid], at: now) }
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
        let shelf = shelf(for: sample.sampleType)
        shelves[shelf].add(sample, row: lastRow)
        locations[sample.uuid] = Location(shelf: shelf, row: lastRow)
        if let key = syncKey(of: sample) { syncKeys[key] = sample.uuid }
        let bundle = sample.source.bundleIdentifier
        if firstRowOfSource[bundle] == nil { firstRowOfSource[bundle] = lastRow }
    }

    /// Takes samples away and leaves their graves; unknown identifiers are passed over.
    mutating func delete(_ uuids: [UUID], at now: Date) -> [SampleChange] {
        var changes: [SampleChange] = []
        for uuid in uuids {
            guard let location = locations.removeValue(forKey: uuid) else { continue }
            lastRow += 1
            guard
                let sample = shelves[location.shelf]
                    .bury(row: location.row, grave: lastRow, at: now)
            else { continue }
            graves.append((now, Location(shelf: location.shelf, row: lastRow)))
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

    /// Forgets deleted samples: whoever did not ask in time never learns of them.
    mutating func expireGraves(before date: Date) {
        while firstGrave < graves.count, graves[firstGrave].date < date {
            let location = graves[firstGrave].location
            shelves[location.shelf].removeGrave(row: location.row)
            firstGrave += 1
        }
        if firstGrave > graves.count / 2 {
            graves.removeFirst(firstGrave)
            firstGrave = 0
        }
    }

    mutating func associate(_ uuid: UUID, with workout: UUID) {
        members[workout, default: []].insert(uuid)
        workoutsOf[uuid, default: []].insert(workout)
    }

    private mutating func shelf(for type: HKSampleType) -> Int {
        if let shelf = shelfOfType[type.identifier] { return shelf }
        shelves.append(TypeShelf(type: type))
        shelfOfType[type.identifier] = shelves.count - 1
        return shelves.count - 1
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
