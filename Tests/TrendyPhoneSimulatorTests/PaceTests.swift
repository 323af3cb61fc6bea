import Testing

@testable import TrendyPhoneSimulator

@Suite("The pace of virtual time")
struct PaceTests {
    @Test("At speed 1, virtual time is real time")
    func normal() {
        let pace = Pace()

        #expect(pace.due(at: .seconds(3)) == .seconds(3))
        #expect(pace.wait(until: .seconds(5), at: .seconds(3)) == .seconds(2))
    }

    @Test("A change of the speed goes on from the virtual time that was reached")
    func change() {
        var pace = Pace()

        pace.restart(speed: 60, at: .seconds(10), real: .seconds(10))

        #expect(pace.due(at: .seconds(12)) == .seconds(130))
        #expect(pace.wait(until: .seconds(190), at: .seconds(12)) == .seconds(1))
    }

    @Test("A time that is overdue needs no wait")
    func overdue() {
        #expect(Pace().wait(until: .seconds(1), at: .seconds(4)) == .zero)
    }

    @Test("While paused, no time passes and no wait ends")
    func paused() {
        var pace = Pace()

        pace.restart(speed: 0, at: .seconds(7), real: .seconds(7))

        #expect(pace.due(at: .seconds(900)) == .seconds(7))
        #expect(pace.wait(until: .seconds(8), at: .seconds(900)) == nil)
    }

    @Test("The speed stays in its range", arguments: [(-1.0, 0.0), (1e9, 3_600), (0.5, 0.5)])
    func range(_ wish: Double, _ speed: Double) {
        var pace = Pace()

        pace.restart(speed: wish, at: .zero, real: .zero)

        #expect(pace.speed == speed)
    }
}
