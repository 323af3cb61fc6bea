import Foundation
import Synchronization
import Testing
import TrendyHealth
import TrendyModel
import TrendyStore

@Suite("Deletions and read access of a source with fingerprints")
struct FingerprintedSourceTests {
    private let device: CapturingDevice
    private let source = FingerprintedSource()
    private let coordinator: HealthCaptureCoordinator

    init() throws {
        device = try CapturingDevice()
        coordinator = HealthCaptureCoordinator(
            store: device.store,
            source: source,
            dependencies: device.dependencies,
            zones: { ZoneHistory(.gmt) }
        )
    }

    @Test("When all samples are deleted on several pages, each page is read once ahead")
    func deletedOnPages() async throws {
        try await coordinator.capture([.steps])
        #expect(try await device.events().count == 1)

        source.delete(first: 3)
        let outcome = try await coordinator.capture([.steps])

        #expect(outcome.deleted == 1)
        #expect(try await device.events().isEmpty)
        // The first page, the other two for their deletions, and these two again in order.
        #expect(source.pagesRead == [0, 1, 2, 1, 2])
    }

    @Test("While a type has other samples, the pages of deletions are read in order only")
    func someDeleted() async throws {
        try await coordinator.capture([.steps])

        source.delete(first: 2)
        let outcome = try await coordinator.capture([.steps])

        #expect(outcome.deleted == 0)
        #expect(try await device.events().map { $0.properties["count"] } == [.number(10)])
        #expect(source.pagesRead == [0, 1])
    }

    @Test("A cancelled pass reads no further pages of deletions")
    func cancelled() async throws {
        try await coordinator.capture([.steps])
        source.delete(first: 3)
        source.onPage { page in
            if page == 1 { withUnsafeCurrentTask { task -> Void in task?.cancel() } }
        }

        let capture = Task { [coordinator] in try await coordinator.capture([.steps]) }
        let result = await capture.result

        #expect(throws: CancellationError.self) { try result.get() }
        #expect(source.pagesRead == [0, 1])
        #expect(try await device.events().count == 1)
        source.onPage { _ in }
        #expect(try await coordinator.capture([.steps]).deleted == 1)
    }

    @Test("A first import of samples that cannot be read fails, and resumes once they can")
    func unreadable() async throws {
        source.setReadable(false)
        let error = await #expect(throws: HealthSourceError.self) {
            try await coordinator.capture([.steps])
        }
        let meanwhile = try await device.store.read { try $0.health.state(category: "steps") }

        source.setReadable(true)
        try await coordinator.capture([.steps])

        #expect(error?.code == .readAccessRevoked)
        #expect(!meanwhile.backfill.isEmpty)
        #expect(meanwhile.failure == .healthData(.readAccessRevoked, details: nil))
        #expect(try await device.events().map { $0.properties["count"] } == [.number(30)])
        let state = try await device.store.read { try $0.health.state(category: "steps") }
        #expect(state.backfill.isEmpty && state.failure == nil)
    }

    @Test("Only the pass of a launch reads the recent days again, not each later one")
    func window() async throws {
        try await coordinator.capture([.steps])
        let ofImport = source.sampleReads
        try await coordinator.capture([.steps], trigger: .launch)
        let ofLaunch = source.sampleReads
        try await coordinator.capture([.steps])
        try await coordinator.capture([.steps])

        #expect(ofImport < ofLaunch)
        #expect(source.sampleReads == ofLaunch)
        // Nothing had changed.
        #expect(source.pagesRead == [0, 0, 0])
    }

    @Test("The next pass continues after changes of no day")
    func anchorOnly() async throws {
        try await coordinator.capture([.steps])
        source.skip(toPage: 9)
        try await coordinator.capture([.steps])
        try await coordinator.capture([.steps])

        #expect(source.pagesRead == [0, 9])
        let state = try await device.store.read { try $0.health.state(category: "steps") }
        #expect(state.anchor == [9])
    }

    @Test("When the app is about to be suspended, no pass begins")
    func suspended() async throws {
        let isSuspending = Mutex(true)
        let coordinator = HealthCaptureCoordinator(
            store: device.store,
            source: source,
            dependencies: device.dependencies,
            zones: { ZoneHistory(.gmt) },
            isDeadlineExceeded: { isSuspending.withLock { $0 } }
        )

        try await coordinator.capture([.steps], trigger: .launch)
        let early = await coordinator.passes
        let queries = source.boundaryQueries
        isSuspending.withLock { $0 = false }
        try await coordinator.capture([.steps], trigger: .launch)
        try await coordinator.capture([.steps])

        let passes = await coordinator.passes
        #expect(early == 0 && queries == 0 && passes == 2)
        #expect(try await device.events().count == 1)
    }
}

/// A source with three samples on one day, whose deletions are reported on a page each.
private final class FingerprintedSource: HealthSource {
    private struct State {
        var isReadable = true
        var deleted = 0
        var nextPage: UInt8?
        var pagesRead: [Int] = []
        var sampleReads = 0
        var boundaryQueries = 0
        var onPage: @Sendable (Int) -> Void = { _ in }
    }

    private let state = Mutex(State())
    private let samples = (0..<3).map { hour in
        let start = at("2026-01-08T10:00:00Z") + .seconds(hour * 3600)
        return HealthSample(
            start: start,
            end: start + .seconds(600),
            value: 10,
            source: 0,
            fingerprint: UInt32(hour + 1)
        )
    }
    let sources = [HealthSourceDescription(name: "Watch", kind: .watch)]
    let hasFingerprints = true

    /// The numbers of the pages that were read since the first import.
    var pagesRead: [Int] { state.withLock(\.pagesRead) }
    var sampleReads: Int { state.withLock(\.sampleReads) }
    var boundaryQueries: Int { state.withLock(\.boundaryQueries) }

    func delete(first count: Int) { state.withLock { $0.deleted = count } }

    /// Reports no changes, and the anchor of a later page.
    func skip(toPage page: UInt8) { state.withLock { $0.nextPage = page } }

    func setReadable(_ isReadable: Bool) { state.withLock { $0.isReadable = isReadable } }

    /// Calls a closure with the number of each page that is read.
    func onPage(_ body: @escaping @Sendable (Int) -> Void) { state.withLock { $0.onPage = body } }

    func changes(
        of category: HealthMetric,
        since anchor: [UInt8]?,
        limit: Int
    ) -> HealthChanges {
        guard let page = anchor?.first.map({ Int($0) }) else {
            return HealthChanges(
                spans: samples.map { $0.start..<$0.end },
                types: 1,
                anchor: [0]
            )
        }
        let (onPage, deleted, nextPage) = state.withLock { state in
            state.pagesRead.append(page)
            return (state.onPage, state.deleted, state.nextPage)
        }
        onPage(page)
        guard page < deleted else {
            return HealthChanges(spans: [], anchor: nextPage.map { [$0] } ?? anchor)
        }
        return HealthChanges(
            spans: [],
            deleted: Set(samples[page].fingerprint.map { [$0] } ?? []),
            anchor: [UInt8(page + 1)],
            hasMore: page + 1 < deleted
        )
    }

    func samples(of category: HealthMetric, in span: Range<Instant>) -> [HealthSample] {
        state.withLock { state in
            state.sampleReads += 1
            guard state.isReadable else { return [] }
            return samples.dropFirst(state.deleted).filter {
                ($0.start..<$0.end).overlaps(span)
            }
        }
    }

    func summaries(of category: HealthMetric, in span: Range<Instant>) -> [SummarySample] { [] }

    func hasSamples(of category: HealthMetric, type: Int) -> Bool {
        state.withLock { $0.isReadable && $0.deleted < samples.count }
    }

    func boundary(of category: HealthMetric) -> Instant? {
        state.withLock { $0.boundaryQueries += 1 }
        return nil
    }

    func workouts(startingIn span: Range<Instant>) -> [WorkoutSample] { [] }

    func readingRoutes(of workout: WorkoutSample) -> WorkoutSample { workout }
}
