import TrendyLocalization
import TrendyModel
public import TrendyStore
public import TrendyWire

/// Compares what a device has accepted with what the server has, and mends the ranges of ids that
/// differ.
///
/// Nothing should ever differ: it is the net under everything else.
public struct DriftRepair: Sendable {
    /// The two sides of a comparison.
    public struct Comparison: Sendable, Equatable {
        /// The device's entities that the server has accepted.
        public var device: DigestBucket
        /// The server's entities.
        public var server: DigestBucket
        /// Whether they are the same.
        public var agrees: Bool { device == server }
    }

    /// What one pass came to.
    public enum Outcome: Sendable, Equatable {
        /// Both hold the same.
        case agrees
        /// One side has changes that the other has not, or time ran out: nothing can be told.
        case notCaughtUp
        /// So many entities were mended here; what the server lacks is queued to be sent.
        case repaired(Int)
    }

    /// Entities in a range that is read as a whole; a larger one is looked at more closely.
    static let rangeSize = 200
    /// Pages of one range at most: one that never ends is the server's mistake.
    static let maximumPages = 10_000

    private let store: DeviceStore
    private let transport: any SyncTransport
    private let mergePolicy: any MergePolicy
    private let limits: SyncLimits

    /// A check over a store and a transport.
    public init(
        store: DeviceStore,
        transport: any SyncTransport,
        mergePolicy: any MergePolicy = ConflictResolver(),
        limits: SyncLimits = SyncLimits()
    ) {
        self.limits = limits
        self.store = store
        self.transport = transport
        self.mergePolicy = mergePolicy
    }

    /// Compares everything.
    public func compare() async throws -> Comparison {
        Comparison(
            device: try await store.digest(),
            server: try await transport.digest(prefix: "").total
        )
    }

    /// Compares, and takes the server's state of the ranges that differ.
    ///
    /// What the server does not know at all, not even as deleted, it has lost: it is sent again.
    /// What it knows in an older state than this device was told is merged as an edit. Of more
    /// ranges than ``SyncLimits/driftRequests`` can look at, the next pass mends the others.
    ///
    /// - `deadline`: when to begin no further request; never when `nil`.
    ///
    /// - Throws: ``SyncFailure`` when the server cannot be reached or changes meanwhile.
    public func callAsFunction(until deadline: SyncDeadline? = nil) async throws -> Outcome {
        guard let cursor = try await store.cursor(), let whole = IDPrefix("") else {
            return .notCaughtUp
        }
        var search = Search(cursor: cursor, deadline: deadline, requests: limits.driftRequests)
        guard try await findRanges(in: whole, &search) else { return .notCaughtUp }
        guard !search.ranges.isEmpty else {
            guard search.requests > 0 else {
                throw SyncFailure(code: .malformedAnswer, message: Strings.Server.endlessRange())
            }
            return .agrees
        }
        var repaired = 0
        for range in search.ranges {
            guard let entities = try await entities(in: range, search) else {
                return repaired > 0 ? .repaired(repaired) : .notCaughtUp
            }
            repaired += try await store.repair(
                entities,
                in: range.first...range.last,
                policy: mergePolicy
            )
        }
        return .repaired(repaired)
    }

    /// The search for what differs.
    private struct Search {
        /// Where both sides must stand.
        let cursor: String
        let deadline: SyncDeadline?
        /// Digests and ranges that may be asked for still.
        var requests: Int
        var ranges: [IDPrefix] = []

        /// Whether there is time for one more request.
        func hasTime() throws -> Bool {
            try Task.checkCancellation()
            return deadline?.hasTime() != false
        }
    }

    /// Gathers the smallest ranges that differ, as many as may be asked for; `false` when either
    /// side has gone on since, or time is up.
    private func findRanges(in prefix: IDPrefix, _ search: inout Search) async throws -> Bool {
        guard try search.hasTime() else { return false }
        search.requests -= 1
        let answer = try await transport.digest(prefix: prefix.digits)
        guard answer.cursor == search.cursor else { return false }
        guard let here = try await store.digests(in: prefix) else { return false }
        for digit in 0..<16 where search.requests > 0 {
            let name = prefix.digits + String(digit, radix: 16)
            let (ours, theirs) = (here[name], answer.buckets[name])
            guard ours != theirs else { continue }
            let count = max(ours?.count ?? 0, theirs?.count ?? 0)
            if count > Self.rangeSize, let smaller = IDPrefix(name),
                name.utf8.count < IDPrefix.maximumDigits
            {
                guard try await findRanges(in: smaller, &search) else { return false }
            } else {
                search.requests -= 1
                search.ranges.append(IDPrefix(name) ?? prefix)
            }
        }
        return true
    }

    /// What the server has in a range, deleted entities too; `nil` when it has gone on since, or
    /// time is up.
    private func entities(in range: IDPrefix, _ search: Search) async throws -> [Entity]? {
        var entities: [Entity] = []
        var last: EntityID?
        for _ in 0..<Self.maximumPages {
            guard try search.hasTime() else { return nil }
            let page = try await transport.range(prefix: range.digits, after: last)
            guard page.nextCursor.description == search.cursor else { return nil }
            // What cannot be read cannot be compared either.
            guard page.unreadable.isEmpty else { return nil }
            entities += page.changes
            guard page.hasMore else { return entities }
            guard let id = page.changes.last?.id, last.map({ $0 < id }) ?? true else { break }
            last = id
        }
        throw SyncFailure(
            code: .malformedAnswer,
            message: Strings.Server.endlessRange()
        )
    }
}

extension DeviceStore {
    /// The digest of all entities that the server has accepted.
    public func digest() throws -> DigestBucket {
        var bucket = DigestBucket()
        try forEachAccepted { bucket.add(id: $0, version: $1) }
        return bucket
    }

    /// The digests of a range of ids, by their prefixes one digit longer.
    ///
    /// Those of no entities are left out. `nil` when something was changed here that the server
    /// does not know.
    func digests(in prefix: IDPrefix) throws -> [String: DigestBucket]? {
        guard try !status().explainsDifferences else { return nil }
        var buckets = [DigestBucket](repeating: DigestBucket(), count: 16)
        try forEachAccepted(in: prefix.first...prefix.last) { id, version in
            buckets[prefix.nextDigit(of: id)].add(id: id, version: version)
        }
        var named: [String: DigestBucket] = [:]
        for (digit, bucket) in buckets.enumerated() where bucket.count > 0 {
            named[prefix.digits + String(digit, radix: 16)] = bucket
        }
        return named
    }
}

extension QueueStatus {
    /// Whether what waits, or cannot be read, may be why device and server differ; what was refused
    /// mostly is not.
    var explainsDifferences: Bool { pending + differing + quarantined > 0 }
}
