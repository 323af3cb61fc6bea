import Foundation
import Testing
import TrendyImport
import TrendyModel
import TrendyPlaces

@Suite("Stay point detection")
struct StayPointDetectorTests {
    private let finder = StayPointDetector()

    /// A place some metres from 47° N 8° E.
    private func place(north: Double = 0, east: Double = 0) throws -> Coordinate {
        let degree = Coordinate.earthRadius * .pi / 180
        return try #require(
            Coordinate(
                latitude: 47 + north / degree,
                longitude: 8 + east / (degree * 0.681_998_360_062_498_5)
            )
        )
    }

    private func fix(
        minute: Double,
        north: Double = 0,
        east: Double = 0,
        accuracy: Double = 10
    ) throws -> Fix {
        Fix(
            coordinate: try place(north: north, east: east),
            accuracy: accuracy,
            instant: Instant(milliseconds: Int64(minute * 60_000))
        )
    }

    private func minutes(_ stays: [Stay]) -> [ClosedRange<Int64>] {
        stays.map { $0.start.seconds / 60...$0.end.seconds / 60 }
    }

    @Test("No fixes and a single fix give no stay")
    func nothing() throws {
        #expect(finder.stays(in: []).isEmpty)
        #expect(finder.stays(in: [try fix(minute: 0)]).isEmpty)
        #expect(finder.places(of: [], in: []).isEmpty)
    }

    @Test("A stay is 20 minutes within 200 m; a minute less is none")
    func bounds() throws {
        let twenty = try (0...20).map { try fix(minute: Double($0), north: Double($0 % 3) * 60) }

        let stays = finder.stays(in: twenty)

        #expect(minutes(stays) == [0...20])
        #expect(stays.first?.fixes == 0..<21)
        #expect(finder.stays(in: Array(twenty.dropLast())).isEmpty)
    }

    @Test("A walk is not a stay, even a slow one")
    func walking() throws {
        let walk = try (0..<240).map { try fix(minute: Double($0) / 4, north: Double($0) * 10) }

        #expect(finder.stays(in: walk).isEmpty)
    }

    @Test("A stay between two walks is found within minutes")
    func walkStayWalk() throws {
        var fixes = try (0..<60).map { try fix(minute: Double($0) / 4, north: Double($0) * 20) }
        fixes += try (0...60).map {
            try fix(minute: 15 + Double($0), north: 1200 + Double($0 % 2) * 20)
        }
        fixes += try (1..<60).map { try fix(minute: 75 + Double($0) / 4, east: Double($0) * 20) }

        let stays = finder.stays(in: fixes)

        let stay = try #require(stays.first)
        #expect(stays.count == 1)
        #expect((12...15).contains(stay.start.seconds / 60))
        #expect((75...78).contains(stay.end.seconds / 60))
        #expect(try stay.center.distance(to: place(north: 1200)) < 40)
    }

    @Test("Inaccurate fixes neither interrupt a stay nor shift its centre")
    func inaccurate() throws {
        let fixes = try (0...40).map { minute in
            minute % 4 == 3
                ? try fix(minute: Double(minute), north: 900, accuracy: 700)
                : try fix(minute: Double(minute), accuracy: 20)
        }

        let stays = finder.stays(in: fixes)

        #expect(minutes(stays) == [0...40])
        #expect(try stays.first?.center.distance(to: place()) ?? .infinity < 1)
    }

    @Test("An ambiguous fix does not interrupt a stay; fixes outside do, after a while")
    func excursions() throws {
        func stays(away: Double, accuracy: Double, minutes: Int) throws -> [Stay] {
            finder.stays(
                in: try (0...60).map { minute in
                    (30..<30 + minutes).contains(minute)
                        ? try fix(minute: Double(minute), north: away, accuracy: accuracy)
                        : try fix(minute: Double(minute))
                }
            )
        }

        #expect(minutes(try stays(away: 350, accuracy: 190, minutes: 15)) == [0...60])
        #expect(minutes(try stays(away: 900, accuracy: 10, minutes: 4)) == [0...60])
        #expect(minutes(try stays(away: 900, accuracy: 10, minutes: 8)) == [0...29, 38...60])
    }

    @Test("A night without fixes belongs to a stay, two days do not")
    func gaps() throws {
        let night = [try fix(minute: 0), try fix(minute: 1), try fix(minute: 9 * 60)]
        let trip = [try fix(minute: 0), try fix(minute: 1), try fix(minute: 48 * 60)]

        #expect(minutes(finder.stays(in: night)) == [0...9 * 60])
        #expect(finder.stays(in: trip).isEmpty)
    }

    @Test("Fixes that go back in time are skipped")
    func backward() throws {
        var fixes = try (0...30).map { try fix(minute: Double($0)) }
        fixes.insert(try fix(minute: 2, north: 5000), at: 20)

        #expect(minutes(finder.stays(in: fixes)) == [0...30])
    }

    @Test("Distances are correct across the date line")
    func dateLine() throws {
        let fixes = try (0...30).map { minute in
            Fix(
                coordinate: try #require(
                    Coordinate(latitude: -17, longitude: minute % 2 == 0 ? 179.9998 : -179.9998)
                ),
                accuracy: 10,
                instant: Instant(seconds: Int64(minute) * 60)
            )
        }

        let stay = try #require(finder.stays(in: fixes).first)

        #expect(stay.duration == .seconds(1800))
        #expect(abs(stay.center.longitude) > 179.999)
    }

    @Test("Stays at one place form a suggestion, the longest total first")
    func places() throws {
        var fixes: [Fix] = []
        for (hour, north) in [0.0, 3000, 60, 3050, 20].enumerated() {
            let lasting = north < 1000 ? 50 : 30
            fixes += try (0...lasting).map {
                try fix(minute: Double(hour * 60 + $0), north: north)
            }
        }

        let stays = finder.stays(in: fixes)
        let places = finder.places(of: stays, in: fixes)

        #expect(stays.count == 5)
        #expect(places.map(\.stays.count) == [3, 2])
        #expect(places.map(\.total) == [.seconds(9000), .seconds(3600)])
        #expect(places.map(\.radiusMeters) == [100, 100])
        #expect(places.first?.first == Instant(seconds: 0))
        #expect(places.first?.last == Instant(seconds: (4 * 60 + 50) * 60))
        #expect(try places[0].center.distance(to: place(north: 27)) < 5)
    }

    @Test("A wide place gets a large radius")
    func wide() throws {
        let fixes = try (0...60).map { minute in
            try fix(
                minute: Double(minute),
                north: 120 * sin(Double(minute)),
                east: 120 * cos(Double(minute))
            )
        }

        let place = try #require(finder.places(of: finder.stays(in: fixes), in: fixes).first)

        #expect((120...140).contains(place.radiusMeters))
        #expect(place.radiusMeters.truncatingRemainder(dividingBy: 10) == 0)
    }

    @Test("For any fixes the search is bounded, and stays do not overlap", arguments: 0..<20)
    func chance(seed: Int) throws {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        func next(_ bound: Double) -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 33) / Double(1 << 31) * bound
        }
        var minute = 0.0
        let fixes = try (0..<2000).map { _ in
            minute += next(6) < 5 ? next(3) : 0
            return try fix(
                minute: minute,
                north: next(10) < 8 ? next(150) : next(3000),
                accuracy: next(300)
            )
        }

        let stays = finder.stays(in: fixes)
        let places = finder.places(of: stays, in: fixes)

        for (stay, later) in zip(stays, stays.dropFirst()) {
            #expect(stay.end <= later.start)
            #expect(stay.fixes.upperBound <= later.fixes.lowerBound)
        }
        #expect(stays.allSatisfy { $0.duration >= finder.minimumDuration })
        #expect(places.flatMap(\.stays).count == stays.count)
        #expect(places.allSatisfy { SuggestedPlace.radiusRange.contains($0.radiusMeters) })
    }
}
