import Testing
import TrendyModel
import TrendyStore

@testable import TrendyPlaces

@Suite("The limits of manual visits")
struct ManualVisitLimitTests {
    private let device: PlaceDevice

    init() throws {
        device = try PlaceDevice()
    }

    /// Whether a visit is refused as impossible.
    private func isRefused(_ body: () async throws -> Void) async throws -> Bool {
        do {
            try await body()
            return false
        } catch let error as StoreError where error.code == .invalid {
            return true
        }
    }

    @Test(
        "A visit neither ends before it begins, nor lies in the future",
        arguments: [
            (3_600, nil, false), (3_601, nil, true), (60, 60, false), (60, 59, true),
            (60, 3_600, false), (60, 3_601, true),
        ] as [(Int64, Int64?, Bool)]
    )
    func recording(_ start: Int64, _ end: Int64?, _ isImpossible: Bool) async throws {
        let home = try await device.add("Home")
        device.wait(until: 3_600)
        let visit = ManualVisit(home.id, from: device.at(start), until: end.map(device.at))

        let refused = try await isRefused { _ = try await device.monitor.record(visit) }

        #expect(refused == isImpossible)
        #expect(try await device.spans() == (isImpossible ? [] : [[start, end]]))
    }

    @Test(
        "An open visit ends neither before it began, nor in the future",
        arguments: [(60 as Int64, false), (59, true), (3_600, false), (3_601, true)]
    )
    func ending(_ end: Int64, _ isImpossible: Bool) async throws {
        let home = try await device.add("Home")
        try await device.reconcile(.launch, at: 0)
        try await device.report(.crossing(home.region, .inside), at: 60)
        device.wait(until: 3_600)

        let refused = try await isRefused {
            _ = try await device.monitor.endVisit(to: home.id, at: device.at(end))
        }

        #expect(refused == isImpossible)
        #expect(try await device.spans() == [[60, isImpossible ? nil : end]])
    }

    @Test("Without an open visit, or with one that the person ended, there is none to end")
    func nothingToEnd() async throws {
        let home = try await device.add("Home")
        try await device.reconcile(.launch, at: 0)
        func codes() async throws -> StoreError.Code? {
            do {
                _ = try await device.monitor.endVisit(to: home.id, at: device.now)
                return nil
            } catch let error as StoreError {
                return error.code
            }
        }

        #expect(try await codes() == .notFound)
        try await device.report(.crossing(home.region, .inside), at: 60)
        device.wait(until: 3_600)
        #expect(try await codes() == nil)
        #expect(try await codes() == .notFound)
    }

    @Test("Notes are added to a recorded visit without notes, and replace none")
    func notes() async throws {
        let home = try await device.add("Home")
        device.wait(until: 36_000)
        func record(_ notes: String?) async throws -> (event: EntityID, isNew: Bool) {
            try await device.monitor.record(
                ManualVisit(home.id, from: device.at(60), until: device.at(7_200), notes: notes)
            )
        }

        let first = try await record(nil)
        let second = try await record("Cake")
        let third = try await record("Tea")

        #expect([first, second, third].map(\.isNew) == [true, false, false])
        #expect(Set([first, second, third].map(\.event)).count == 1)
        #expect(try await device.event(first.event)?.notes == "Cake")
    }

    @Test("A manual visit before the last one does not change the state of the place")
    func older() async throws {
        let home = try await device.add("Home")
        try await device.reconcile(.launch, at: 0)
        try await device.report(.crossing(home.region, .inside), at: 36_000)
        let before = try await device.store.read { try $0.places.state(of: home.id) }

        _ = try await device.monitor.record(
            ManualVisit(home.id, from: device.at(60), until: device.at(7_200))
        )

        #expect(try await device.spans() == [[60, 7_200], [36_000, nil]])
        #expect(try await device.store.read { try $0.places.state(of: home.id) } == before)
    }
}
