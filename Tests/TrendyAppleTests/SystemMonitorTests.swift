import SimulatedNetwork
import SimulatedPhone
import SimulationKit
import Testing
import TrendyApple
import TrendySimulation
import TrendySync

struct SystemMonitorTests {
    /// Runs a simulation in virtual time, with the app opened.
    private func live(
        _ body: @escaping @Sendable (Simulation, Phone) async throws -> Void
    ) {
        let report = Simulation.run(seed: 1, options: .init(refusesClockReadings: false)) {
            simulation in
            let phone = Phone(
                timeline: SimulationTimeline(simulation),
                randomness: SeededRandomness(seed: 1)
            )
            phone.launch(.user)
            try await body(simulation, phone)
        }
        #expect(report.failure == nil)
    }

    @Test("The network path is reported initially and on each change")
    func network() {
        live { simulation, phone in
            let monitor = SystemNetworkMonitor { phone.run { NWPathMonitor() } }
            var paths = monitor.paths().makeAsyncIterator()
            #expect(await paths.next() == NetworkPath())

            phone.network = .cellular
            var expected = NetworkPath()
            expected.isExpensive = true
            #expect(await paths.next() == expected)

            phone.network.isConstrained = true
            expected.isConstrained = true
            #expect(await paths.next() == expected)

            phone.network = .none
            expected = NetworkPath()
            expected.isOnline = false
            #expect(await paths.next() == expected)
        }
    }

    @Test("A late listener receives only the newest network path")
    func late() {
        live { simulation, phone in
            let monitor = SystemNetworkMonitor { phone.run { NWPathMonitor() } }
            var paths = monitor.paths().makeAsyncIterator()
            try await simulation.sleep(for: .seconds(1))
            phone.network = .none
            try await simulation.sleep(for: .seconds(1))
            #expect(await paths.next()?.isOnline == false)
        }
    }

    @Test("The power state is reported initially and on each change, to each listener")
    func power() {
        live { simulation, phone in
            phone.isCharging = true
            let monitor = await MainActor.run { phone.run { SystemPowerMonitor() } }
            var states = monitor.states().makeAsyncIterator()
            var others = monitor.states().makeAsyncIterator()
            var expected = PowerState()
            expected.isCharging = true
            #expect(await states.next() == expected)
            #expect(await others.next() == expected)

            phone.isLowPowerModeOn = true
            expected.isLowPower = true
            #expect(await states.next() == expected)

            phone.batteryLevel = 0.5
            phone.isCharging = false
            expected.isCharging = false
            #expect(await states.next() == expected)
            #expect(await others.next() == expected)
        }
    }
}
