import Testing
import TrendyKit
import TrendyModel

@Suite("Time at places")
struct PlaceTimesTests {
    private let home = EntityID(high: 1, low: 1)
    private let work = EntityID(high: 1, low: 2)
    private let span = Instant(seconds: 0)..<Instant(seconds: 100_000)

    private func stay(
        _ place: EntityID?,
        _ name: String,
        _ start: Int64,
        _ end: Int64
    )
        -> PlaceTimes.Stay
    {
        PlaceTimes.Stay(
            place: place,
            name: name,
            start: Instant(seconds: start),
            end: Instant(seconds: end)
        )
    }

    @Test("Places are ordered by time, with their newest name")
    func order() {
        let times = PlaceTimes(
            [
                stay(work, "Office", 100, 200), stay(home, "Home", 1000, 2000),
                stay(work, "Work", 300, 500),
            ],
            in: span
        )

        #expect(times.places.map(\.name) == ["Home", "Work"])
        #expect(times.places.map(\.duration) == [.seconds(1000), .seconds(300)])
        #expect(times.places.map(\.visits) == [1, 2])
    }

    @Test("A visit that two devices recorded counts once")
    func overlap() {
        let times = PlaceTimes(
            [
                stay(home, "Home", 0, 1000), stay(home, "Home", 60, 1100),
                stay(home, "Home", 70, 80),
            ],
            in: span
        )

        #expect(times.places.map(\.duration) == [.seconds(1100)])
        #expect(times.places.map(\.visits) == [1])
    }

    @Test("Only the part within the span counts")
    func clipping() {
        let times = PlaceTimes(
            [
                stay(home, "Home", -500, 100), stay(home, "Home", 99_900, 200_000),
                stay(work, "Work", -100, -50), stay(work, "Work", 100_000, 100_100),
            ],
            in: span
        )

        #expect(times.places.map(\.name) == ["Home"])
        #expect(times.places.map(\.duration) == [.seconds(200)])
        #expect(times.places.map(\.visits) == [2])
    }

    @Test("Places that are not known are told apart by name")
    func unknown() {
        let times = PlaceTimes(
            [stay(nil, "Gym", 0, 10), stay(nil, "Pool", 20, 25), stay(nil, "Gym", 30, 40)],
            in: span
        )

        #expect(times.places.map(\.name) == ["Gym", "Pool"])
        #expect(times.places.map(\.visits) == [2, 1])
        #expect(PlaceTimes([], in: span).places.isEmpty)
    }
}
