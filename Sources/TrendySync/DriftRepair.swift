import TrendyModel
package import TrendyStore
package import TrendyWire

/// Compares the accepted entities of the device with the server by digests, and repairs the id
/// ranges that differ.
///
/// Device and server should never differ; this is the safety net for all other mechanisms.
package struct DriftRepair: Sendable {
    /// The digests of both sides.
    package struct Comparison: Sendable, Equatable {
        /// The digest of the device's accepted entities.
        package var device: DigestBucket
        /// The digest of the server's entities.
        package var server: DigestBucket
        /// Whether both digests are equal.
        package var agrees: Bool { device == server }
    }

    /// The outcome of one pass.
    package enum Outcome: Sendable, Equatable {
        /// Both sides have the same entities.
        case agrees
        /// One side has changes that the other does not have yet, or the deadline passed: the
        /// comparison is inconclusive.
        case notCaughtUp
        /// The number of entities repaired on this device. Entities that the server lacks are
        /// queued for sending.
        case repaired(Int)
    }

    /// The maximum number of entities in a range that is read as a whole; larger ranges are
    /// subdivided.
    static let rangeSize = 200
    /// The maximum number of pages of one range, which stops a faulty server.
    static let maximumPages = 10_000

    private let store: DeviceStore
    private let transport: any SyncTransport
    private let mergePolicy: any MergePolicy
    private let limits: SyncLimits

    /// Creates a comparison of a store with a transport.
    package init(
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

    /// Compares the digests of everything.
    package func compare() async throws -> Comparison {
        Comparison(
            device: try await store.read { try $0.digest() },
            server: try await transport.digest(prefix: "").total
        )
    }

    /// Compares, and repairs the ranges that differ.
    ///
    /// An entity that the server does not know, not even as deleted, was lost by the server and is
    /// sent again. An entity that the server has in an older version than this device is merged
    /// like an edit. Differences beyond ``SyncLimits/driftRequests`` are repaired by the next pass.
    ///
    /// - `deadline`: the time after which no request is started; `nil` for no limit.
    ///
    /// - Throws: ``SyncFailure`` when the server cannot be reached or changes during the pass.
    package func callAsFunction(until deadline: SyncDeadline? = nil) async throws -> Outcome {
        guard let cursor = try await store.read({ try $0.sync.cursor() }), let whole = IDPrefix("")
        else {
            return .notCaughtUp
        }
        var search = Search(cursor: cursor, deadline: deadline, requests: limits.driftRequests)
        guard try await findRanges(in: whole, &search) else { return .notCaughtUp }
        guard !search.ranges.isEmpty else {
            guard search.requests > 0 else {
                throw SyncFailure(code: .malformedAnswer, reason: .endlessRange)
            }
            return .agrees
        }
        var repaired = 0
        for range in search.ranges {
            guard let entities = try await entities(in: range, search) else {
                return repaired > 0 ? .repaired(repaired) : .notCaughtUp
            }
            repaired += try await store.write {
                try $0.sync.repair(
                    entities,
                    in: range.first...range.last,
                    policy: mergePolicy
                )
            }
        }
        return .repaired(repaired)
    }

    /// The state of a search for differences.
    private struct Search {
        /// The cursor at which both sides are compared.
        let cursor: String
        let deadline: SyncDeadline?
        /// The remaining number of requests.
        var requests: Int
        var ranges: [IDPrefix] = []

        /// Whether there is time for another request.
        func hasTime() throws -> Bool {
            try Task.checkCancellation()
            return deadline?.hasTime() != false
        }
    }

    /// Collects the smallest differing ranges within the request limit; `false` when either side
    /// changed during the search, or the deadline passed.
    private func findRanges(in prefix: IDPrefix, _ search: inout Search) async throws -> Bool {
        guard try search.hasTime() else { return false }
        search.requests -= 1
        let answer = try await transport.digest(prefix: prefix.digits)
        guard answer.cursor == search.cursor else { return false }
        guard let here = try await store.read({ try $0.digests(in: prefix) }) else { return false }
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

    /// The server's entities in a range, including deleted ones; `nil` when the server changed, or
    /// the deadline passed.
    private func entities(in range: IDPrefix, _ search: Search) async throws -> [Entity]? {
        var entities: [Entity] = []
        var last: EntityID?
        for _ in 0..<Self.maximumPages {
            guard try search.hasTime() else { return nil }
            let page = try await transport.range(prefix: range.digits, after: last)
            guard page.nextCursor.description == search.cursor else { return nil }
            // Unreadable entities cannot be compared.
            guard page.unreadable.isEmpty else { return nil }
            entities += page.changes
            guard page.hasMore else { return entities }
            guard let id = page.changes.last?.id, last.map({ $0 < id }) ?? true else { break }
            last = id
        }
        throw SyncFailure(code: .malformedAnswer, reason: .endlessRange)
    }
}

extension StoreTransaction {
    /// The digest of all accepted entities.
    package func digest() throws -> DigestBucket {
        var bucket = DigestBucket()
        try entities.forEachAccepted { bucket.add(id: $0, version: $1) }
        return bucket
    }

    /// The digests of an id range by prefixes that are one digit longer.
    ///
    /// Empty digests are omitted. `nil` when this device has changes that the server does not know.
    func digests(in prefix: IDPrefix) throws -> [String: DigestBucket]? {
        guard try !queue.status().explainsDifferences else { return nil }
        var buckets = [DigestBucket](repeating: DigestBucket(), count: 16)
        try entities.forEachAccepted(in: prefix.first...prefix.last) { id, version in
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
    /// Whether pending or unreadable changes can explain the difference; refused changes mostly
    /// cannot.
    var explainsDifferences: Bool { pending + differing + quarantined > 0 }
}
