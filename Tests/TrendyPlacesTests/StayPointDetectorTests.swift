import Foundation
import Testing
import TrendyImport
import TrendyModel

@testable import TrendyPlaces

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

    @Test("A fix that goes back in time at the same place does not shorten the stay")
    func backwardInside() throws {
        var fixes = try (0...20).map { try fix(minute: Double($0)) }
        fixes.append(try fix(minute: 5))

        #expect(minutes(finder.stays(in: fixes)) == [0...20])
    }

    @Test("A fix whose circle touches the stay is ambiguous, from the first minute on")
    func touching() throws {
        let away = try fix(minute: 5, north: 300)
        let distance = try place().distance(to: away.coordinate)
        func stays(accuracy: Double) throws -> [Stay] {
            var fixes = try (0...24).map { try fix(minute: Double($0)) }
            fixes[5] = try fix(minute: 5, north: 300, accuracy: accuracy)
            return finder.stays(in: fixes)
        }

        #expect(minutes(try stays(accuracy: distance - 200)) == [0...24])
        // A fix that lies outside for certain ends a stay of less than five minutes.
        #expect(try stays(accuracy: distance - 201).isEmpty)
    }

    @Test("Fixes of 200 m accuracy count, worse ones do not")
    func accuracyLimit() throws {
        func stays(accuracy: Double) throws -> [Stay] {
            finder.stays(
                in: try (0...20).map { try fix(minute: Double($0), accuracy: accuracy) }
            )
        }

        #expect(minutes(try stays(accuracy: 200)) == [0...20])
        #expect(try stays(accuracy: 201).isEmpty)
    }

    @Test("A gap of 12 hours belongs to a stay, a longer one does not")
    func longestGap() throws {
        func stays(gap: Double) throws -> [Stay] {
            finder.stays(in: [try fix(minute: 0), try fix(minute: gap)])
        }

        #expect(minutes(try stays(gap: 720)) == [0...720])
        #expect(try stays(gap: 721).isEmpty)
    }

    @Test("An excursion of 5 minutes belongs to a stay, a longer one ends it")
    func longestExcursion() throws {
        func stays(back: Int) throws -> [Stay] {
            let before = try (0...30).map { try fix(minute: Double($0)) }
            let away = [try fix(minute: 31, north: 900)]
            let after = try (back...60).map { try fix(minute: Double($0)) }
            return finder.stays(in: before + away + after)
        }

        #expect(minutes(try stays(back: 35)) == [0...60])
        #expect(minutes(try stays(back: 36)) == [0...30, 36...60])
    }

    @Test("A stay of 5 minutes outlasts an excursion, a shorter one ends with it")
    func excursionOfCandidate() throws {
        func stays(since start: Int) throws -> [Stay] {
            let before = try (start...5).map { try fix(minute: Double($0)) }
            let away = [try fix(minute: 6, north: 900)]
            let after = try (7...24).map { try fix(minute: Double($0)) }
            return finder.stays(in: before + away + after)
        }

        #expect(minutes(try stays(since: 0)) == [0...24])
        #expect(try stays(since: 1).isEmpty)
    }

    @Test("The stay after an excursion begins with the excursion")
    func stayAfterExcursion() throws {
        let before = try (0...30).map { try fix(minute: Double($0)) }
        let after = try (31...60).map { try fix(minute: Double($0), north: 900) }

        let stays = finder.stays(in: before + after)

        #expect(minutes(stays) == [0...30, 31...60])
        #expect(stays.map(\.fixes) == [0..<31, 31..<61])
        // Also when the track ends during the excursion.
        let end = [try fix(minute: 31, north: 900)]
        #expect(minutes(finder.stays(in: before + end)) == [0...30])
    }

    @Test("The centre is weighted by time, and by accuracy down to 10 m")
    func weights() throws {
        func center(_ accuracy: Double) throws -> Double {
            var fixes = try (0...10).map { try fix(minute: Double($0), accuracy: accuracy) }
            fixes += try (11...21).map { try fix(minute: Double($0), north: 100) }
            let stay = try #require(finder.stays(in: fixes).first)
            return try stay.center.distance(to: place())
        }

        #expect(abs(try center(10) - 50) < 1)
        #expect(abs(try center(1) - 50) < 1)
        // The rough half has a quarter of the weight of the other one.
        #expect(abs(try center(40) - 80) < 1)
    }

    @Test("Differences of degrees take the shorter way around the earth")
    func degrees() throws {
        func east(_ from: Double, _ to: Double) throws -> Double {
            let start = try #require(Coordinate(latitude: 1, longitude: from))
            let end = try #require(Coordinate(latitude: 3, longitude: to))
            let degrees = start.degrees(to: end)
            #expect(degrees.north == 2)
            #expect(start.moved(north: degrees.north, east: degrees.east) == end)
            return degrees.east
        }

        #expect(try east(179, -179) == 2)
        #expect(try east(-179, 179) == -2)
        #expect(try east(10, 20) == 10)
        #expect(try east(0, 180) == 180)
        #expect(try east(0, -180) == -180)
        let pole = try #require(Coordinate(latitude: 89, longitude: 0))
        #expect(pole.moved(north: 5, east: 0).latitude == 90)
        let south = try #require(Coordinate(latitude: -89, longitude: 0))
        #expect(south.moved(north: -5, east: 0).latitude == -90)
    }

    @Test("Stays whose centres are 200 m apart are at one place, the nearest one")
    func clusters() throws {
        func stay(_ hour: Int64, north: Double, east: Double = 0, minutes: Int64) throws -> Stay {
            let start = Instant(seconds: hour * 3600)
            return Stay(
                center: try place(north: north, east: east),
                start: start,
                end: start + .seconds(minutes * 60),
                fixes: 0..<0
            )
        }

        let near = [try stay(0, north: 0, minutes: 60), try stay(2, north: 199.9, minutes: 30)]
        let places = finder.places(of: near, in: [])
        #expect(places.map(\.stays.count) == [2])
        #expect(places.map(\.total) == [.seconds(5400)])
        // The centre moves by the share of the shorter stay.
        let middle = try place(north: 199.9 / 3)
        let nearest = try #require(places.first)
        #expect(nearest.center.distance(to: middle) < 0.1)
        let far = [try stay(0, north: 0, minutes: 60), try stay(2, north: 200.1, minutes: 30)]
        #expect(finder.places(of: far, in: []).map(\.stays.count) == [1, 1])
        var exact = finder
        exact.radiusMeters = far[0].center.distance(to: far[1].center)
        #expect(exact.places(of: far, in: []).map(\.stays.count) == [2])
        let west = [
            try stay(0, north: 0, minutes: 60), try stay(2, north: 0, east: 300, minutes: 50),
            try stay(4, north: 0, east: 180, minutes: 20),
        ]
        #expect(finder.places(of: west, in: []).map(\.total) == [.seconds(4200), .seconds(3600)])
        // Of equally long ones, the earlier place is first.
        let equal = [try stay(9, north: 900, minutes: 30), try stay(1, north: 0, minutes: 30)]
        #expect(
            finder.places(of: equal, in: []).map(\.first.seconds) == [3600, 9 * 3600]
        )
    }

    @Test("The radius contains four of five good fixes, rounded up to tens of metres")
    func radius() throws {
        func radius(_ distances: [Double], accuracy: Double = 10) throws -> Double? {
            let fixes = try distances.enumerated().map { index, north in
                try fix(minute: Double(index), north: north, accuracy: accuracy)
            }
            let stay = Stay(
                center: try place(),
                start: Instant(seconds: 0),
                end: Instant(seconds: 3600),
                fixes: 0..<fixes.count
            )
            return finder.places(of: [stay], in: fixes).first?.radiusMeters
        }

        #expect(try radius([0, 50, 100, 150, 201, 399]) == 210)
        #expect(try radius([0, 50, 100, 150, 301, 390]) == 310)
        // Fixes far from the place are of an excursion.
        #expect(try radius([0, 10, 120, 401, 402, 403]) == 100)
        #expect(try radius([295, 295, 295]) == 300)
        #expect(try radius([295, 295, 295], accuracy: 200) == 300)
        #expect(try radius([295, 295, 295], accuracy: 201) == 100)
    }
}
