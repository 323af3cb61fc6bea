import CoreLocation
import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import Testing
import TrendyApple
import TrendyModel
import TrendyPlaces

/// A region monitor on a simulated phone that stands at home: one of two implementations.
final class MonitoredDevice: Sendable {
    enum Kind: CaseIterable {
        case classic, conditions
    }

    let timeline: ManualTimeline
    let phone: Phone
    let monitor: any RegionMonitor
    let take: @Sendable () -> [RegionSignal]
    private let work: Task<Void, Never>?

    init(_ kind: Kind) async throws {
        let timeline = ManualTimeline(now: monday)
        let phone = Phone(timeline: timeline, randomness: SeededRandomness(seed: 1))
        phone.location.place(at: try place(0))
        phone.location.choose(.always)
        phone.launch(.user)
        let now = { @Sendable in Instant(timeline.now) }
        switch kind {
        case .classic:
            let classic = phone.run {
                CLLocationManagerRegionMonitor(CLLocationManager(), now: now)
            }
            (monitor, take, work) = (classic, { classic.takeSignals() }, nil)
        case .conditions:
            let conditions = await phone.run {
                await CLMonitorRegionMonitor(CLLocationManager(), now: now)
            }
            monitor = conditions
            take = { conditions.takeSignals() }
            work = phone.run { Task(name: "conditions") { await conditions.run() } }
        }
        (self.timeline, self.phone) = (timeline, phone)
    }

    func stop() async {
        work?.cancel()
        await work?.value
    }

    func region(_ name: String, at east: Double, radius: Double = 150) throws -> MonitoredRegion {
        let center = try place(east)
        return MonitoredRegion(
            identifier: RegionIdentity.identifier(of: .derived(kind: "geofence", naturalKey: name)),
            center: try #require(
                Coordinate(latitude: center.latitude, longitude: center.longitude)
            ),
            radius: radius
        )
    }

    /// Waits for other tasks until a condition holds; time advances only when they do nothing.
    func wait(until isDone: () -> Bool) async {
        for _ in 1...12_000 {
            for _ in 0..<1000 {
                if isDone() { return }
                timeline.run(until: timeline.now)
                await Task.yield()
            }
            // The other tasks may need the processor; this task is not cancelled.
            try? await Task.sleep(for: .milliseconds(10))
            timeline.run(until: timeline.now.addingTimeInterval(1))
        }
        Issue.record("It never came.")
    }

    /// Waits until the system monitors so many regions.
    func settle(monitoring count: Int) async {
        await wait { phone.location.monitoredIdentifiers.count == count }
        timeline.advance(by: .seconds(1))
    }

    /// The next signals about regions, and fixes if `fixes` is set.
    func next(_ count: Int, fixes: Bool = false) async -> [RegionSignal.Kind] {
        var signals: [RegionSignal] = []
        await wait {
            signals += take().filter { signal in
                switch signal.kind {
                case .fix: fixes
                case .authorization, .noFix: false
                case .crossing, .state, .failure: true
                }
            }
            return signals.count >= count
        }
        return signals.map(\.kind)
    }

    /// The next crossings; `CLLocationManager` reports states as well.
    func nextCrossings(_ count: Int) async -> [RegionSignal.Kind] {
        var crossings: [RegionSignal.Kind] = []
        await wait {
            crossings += take().map(\.kind).filter {
                if case .crossing = $0 { true } else { false }
            }
            return crossings.count >= count
        }
        return crossings
    }

    func walk(to east: Double) throws {
        timeline.run(until: phone.location.travel(to: try place(east), metersPerSecond: 10))
        timeline.advance(by: .seconds(60))
    }
}

@Suite("Both region monitors")
struct RegionMonitorTests {
    @Test(
        "The initial state is reported first, then each crossing",
        arguments: MonitoredDevice.Kind.allCases
    )
    func crossings(_ kind: MonitoredDevice.Kind) async throws {
        let end = try await MonitoredDevice(kind)
        let home = try end.region("home", at: 0)
        let office = try end.region("office", at: 5000)

        end.monitor.monitor(home)
        end.monitor.monitor(office)
        await end.settle(monitoring: 2)
        let states = await end.next(2)
        try end.walk(to: 5000)
        let there = await end.nextCrossings(2)
        try end.walk(to: 0)
        let back = await end.nextCrossings(2)

        #expect(
            Set(states.map { "\($0)" })
                == Set([
                    "\(RegionSignal.Kind.state(home.identifier, .inside))",
                    "\(RegionSignal.Kind.state(office.identifier, .outside))",
                ])
        )
        #expect(
            there == [.crossing(home.identifier, .outside), .crossing(office.identifier, .inside)]
        )
        #expect(
            back == [.crossing(office.identifier, .outside), .crossing(home.identifier, .inside)]
        )
        await end.stop()
    }

    @Test(
        "A changed region reports its state again, and a removed one reports nothing",
        arguments: MonitoredDevice.Kind.allCases
    )
    func changes(_ kind: MonitoredDevice.Kind) async throws {
        let end = try await MonitoredDevice(kind)
        var home = try end.region("home", at: 0)
        end.monitor.monitor(home)
        await end.settle(monitoring: 1)
        let first = await end.next(1)

        home.radius = 300
        end.monitor.monitor(home)
        await end.wait { end.monitor.monitoredRegions().map(\.radius) == [300] }
        let second = await end.next(1)
        end.monitor.stopMonitoring(home.identifier)
        await end.wait { end.monitor.monitoredRegions().isEmpty }
        await end.settle(monitoring: 0)
        try end.walk(to: 5000)

        #expect(first == [.state(home.identifier, .inside)])
        #expect(second == [.state(home.identifier, .inside)])
        #expect(await end.next(0).isEmpty)
        await end.stop()
    }

    @Test(
        "A refused region is reported as a failure, and is not monitored",
        arguments: MonitoredDevice.Kind.allCases
    )
    func refusal(_ kind: MonitoredDevice.Kind) async throws {
        let end = try await MonitoredDevice(kind)
        end.phone.location.occupySlots(19)

        end.monitor.monitor(try end.region("home", at: 0))
        await end.settle(monitoring: 1)
        let first = await end.next(1)
        end.monitor.monitor(try end.region("office", at: 5000))
        let second = await end.next(1)
        await end.wait { end.monitor.monitoredRegions().count == 1 }

        #expect(first.count == 1)
        guard case .failure(_, .refused)? = second.last else {
            Issue.record("\(second)")
            return
        }
        await end.stop()
    }

    @Test(
        "A requested fix is delivered, and a reduced authorization is visible",
        arguments: MonitoredDevice.Kind.allCases
    )
    func fixes(_ kind: MonitoredDevice.Kind) async throws {
        let end = try await MonitoredDevice(kind)

        end.monitor.requestFix()
        end.timeline.advance(by: .seconds(3))
        let fix = await end.next(1, fixes: true)
        end.phone.location.choose(.whileUsing)
        end.timeline.advance(by: .seconds(1))

        #expect(fix.contains(.fix))
        #expect(end.monitor.conditions().authorization == .whenInUse)
        await end.stop()
    }
}
