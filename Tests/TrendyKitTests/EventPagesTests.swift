import Testing
import TrendyModel
import TrendyStore

@MainActor
@Suite("Pages of events")
struct EventPagesTests {
    private let world: ScreenWorld

    init() throws {
        world = try ScreenWorld()
    }

    private func read(
        _ limit: Int,
        matching search: EventSearch = EventSearch()
    ) async throws -> [[EntityID]] {
        var pages: [[EntityID]] = []
        for try await page in world.store.eventPages(EventFilter(limit: limit), matching: search) {
            pages.append(page.map(\.id))
        }
        return pages
    }

    @Test("All events are in one page each, the newest first", arguments: [1, 2, 3, 4, 5])
    func order(limit: Int) async throws {
        var ids: [EntityID] = []
        for minute in 10..<14 { ids.append(try await world.log("Tea", "08:\(minute)")) }

        let pages = try await read(limit)

        #expect(pages.flatMap(\.self) == ids.reversed())
        #expect(pages.allSatisfy { $0.count <= limit })
    }

    @Test("A page without a match or without a decodable event does not end the reading")
    func empty() async throws {
        let first = try await world.log("Tea", "08:00", notes: "good")
        var bad: [EntityID] = []
        for minute in 10..<14 { bad.append(try await world.log("Tea", "08:\(minute)")) }
        for id in bad { try await world.spoil(id, "event_type_id", with: RawJSON(Int64(7))) }

        #expect(try await read(2).flatMap(\.self) == bad.reversed() + [first])
        let found = try await read(2, matching: EventSearch(text: "good"))
        #expect(found == [[], [], [first]])
    }
}
