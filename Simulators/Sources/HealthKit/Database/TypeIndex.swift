import Foundation

/// The record of a deleted sample.
final class DeletedSample: Sendable {
    let sample: HKSample
    let object: HKDeletedObject
    let date: Date

    init(of sample: HKSample, date: Date) {
        self.sample = sample
        object = HKDeletedObject(of: sample)
        self.date = date
    }
}

/// The index of one type: changes by row, and samples by start.
struct TypeIndex {
    enum Change {
        case added(HKSample)
        case deleted(DeletedSample)
    }

    struct StartKey: Comparable {
        let start: Date
        let row: Int64

        static func < (left: StartKey, right: StartKey) -> Bool {
            (left.start, left.row) < (right.start, right.row)
        }
    }

    let type: HKSampleType
    private(set) var changes = ChunkedArray<Int64, Change>()
    private(set) var byStart = ChunkedArray<StartKey, HKSample>()
    /// The longest sample so far, which bounds how far before a window matches can start.
    private var longest: TimeInterval = 0

    init(type: HKSampleType) {
        self.type = type
    }

    mutating func add(_ sample: HKSample, row: Int64) {
        changes.insert(.added(sample), for: row)
        byStart.insert(sample, for: StartKey(start: sample.startDate, row: row))
        longest = max(longest, sample.endDate.timeIntervalSince(sample.startDate))
    }

    /// Removes a sample and adds a deleted-sample record in a row of its own.
    mutating func delete(row: Int64, deletedRow newRow: Int64, at date: Date) -> HKSample? {
        guard case .added(let sample) = changes.remove(row) else { return nil }
        byStart.remove(StartKey(start: sample.startDate, row: row))
        changes.insert(.deleted(DeletedSample(of: sample, date: date)), for: newRow)
        return sample
    }

    mutating func removeDeletedSample(row: Int64) {
        changes.remove(row)
    }

    func sample(row: Int64) -> HKSample? {
        guard case .added(let sample) = changes.value(for: row) else { return nil }
        return sample
    }

    /// Iterates over samples that may overlap a window, in order of start.
    func forEach(from start: Date?, to end: Date?, _ body: (HKSample, Int64) -> Void) {
        let key = start.map { StartKey(start: $0.addingTimeInterval(-longest), row: 0) }
        byStart.forEach(from: key) { key, sample in
            if let end, key.start > end { return false }
            if let start, sample.endDate < start { return true }
            body(sample, key.row)
            return true
        }
    }
}
