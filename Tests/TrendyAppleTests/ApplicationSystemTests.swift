import SimulatedAppServices
import SimulatedPhone
import SimulationKit
import Testing
import TrendyApple
import TrendyKit
import TrendySimulation

@MainActor
struct ApplicationSystemTests {
    private let timeline = ManualTimeline()
    private let phone: Phone

    init() {
        phone = Phone(timeline: timeline, randomness: SeededRandomness(seed: 1))
    }

    private func makeSystem(_ reason: LaunchReason = .user) -> ApplicationSystem {
        phone.launch(reason)
        return phone.run { ApplicationSystem() }
    }

    @Test("Each phase change is reported once, in order")
    func phases() {
        let system = makeSystem()
        var phases = [system.phase]
        system.onPhaseChange = { phases.append($0) }
        timeline.advance(by: .zero)
        phone.enterBackground()
        timeline.advance(by: .seconds(60))
        phone.launch(.user)

        #expect(phases == [.inactive, .active, .inactive, .background, .inactive, .active])
    }

    @Test("An app that the system launched is in the background")
    func launchedByTheSystem() {
        #expect(makeSystem(.healthKit).phase == .background)
    }

    @Test("Background time is requested, limited and released")
    func backgroundTime() throws {
        let system = makeSystem()
        #expect(system.remainingBackgroundTime == nil)
        let token = try #require(system.beginBackgroundTime("sync") {})
        phone.enterBackground()
        #expect(system.remainingBackgroundTime == .seconds(30))

        system.endBackgroundTime(token)
        timeline.advance(by: .seconds(6))

        #expect(phone.process == .suspended)
        #expect(phone.faults.isEmpty)
    }

    private final class Time {
        var token: BackgroundTimeToken?
        var left: Duration?
    }

    @Test("Expiration is reported while some time is left")
    func expiration() {
        let system = makeSystem()
        let time = Time()
        time.token = system.beginBackgroundTime("sync") {
            time.left = system.remainingBackgroundTime
            if let token = time.token { system.endBackgroundTime(token) }
        }
        phone.enterBackground()
        timeline.advance(by: .seconds(60))

        #expect(time.left == .seconds(5))
        #expect(phone.process == .suspended)
        #expect(phone.faults.isEmpty)
    }

    @Test("No token is returned for time that was not granted")
    func noTime() {
        let system = makeSystem()
        phone.terminate()
        #expect(system.beginBackgroundTime("sync") {} == nil)
    }

    @Test("Protected data changes are reported before files are locked and after they are unlocked")
    func protectedData() {
        let system = makeSystem()
        timeline.advance(by: .zero)
        var reported: [[Bool]] = []
        system.onProtectedDataChange = { reported.append([$0, system.isProtectedDataAvailable]) }
        phone.lock()
        timeline.advance(by: .seconds(11))
        #expect(!system.isProtectedDataAvailable)
        phone.unlock()
        timeline.advance(by: .zero)

        #expect(reported == [[false, true], [true, true]])
    }

    @Test("Changes of background refresh are reported, to a suspended app when it resumes")
    func backgroundRefresh() {
        let system = makeSystem()
        timeline.advance(by: .zero)
        var reported: [Bool] = []
        system.onBackgroundRefreshChange = { reported.append($0) }
        system.onProtectedDataChange = { _ in Issue.record("Nothing was locked") }
        phone.isBackgroundRefreshOn = false
        timeline.advance(by: .zero)
        #expect(reported == [false])

        phone.enterBackground()
        timeline.advance(by: .seconds(60))
        #expect(phone.process == .suspended)
        phone.isBackgroundRefreshOn = true
        timeline.advance(by: .seconds(60))
        #expect(reported == [false])
        phone.launch(.user)
        timeline.advance(by: .zero)
        #expect(reported == [false, true])
    }

    @Test("In a simulation the callbacks run synchronously on the main actor")
    nonisolated func simulated() {
        let report = Simulation.run(seed: 1, options: .init(refusesClockReadings: false)) {
            simulation in
            let phone = Phone(
                timeline: SimulationTimeline(simulation),
                randomness: SeededRandomness(seed: 1)
            )
            phone.launch(.user)
            let phases = await MainActor.run {
                let system = phone.run { ApplicationSystem() }
                phone.finishLaunching()
                var phases: [AppPhase] = []
                system.onPhaseChange = { phases.append($0) }
                phone.enterBackground()
                return phases
            }
            #expect(phases == [.inactive, .background])
            try await simulation.sleep(for: .seconds(10))
            #expect(phone.process == .suspended)
        }
        #expect(report.failure == nil)
    }
}
