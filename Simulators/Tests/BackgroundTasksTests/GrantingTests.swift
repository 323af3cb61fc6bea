import BackgroundTasks
import Foundation
import SimulatedAppServices
import SimulatedPhone
import Testing

struct GrantingTests {
    let app = TestApp()

    init() {
        app.launch()
    }

    @Test("A refresh task begins in the background and not before its date")
    func refresh() throws {
        try app.submitRefresh(after: 600)
        app.pass(.seconds(700))
        #expect(app.handed.isEmpty)

        app.phone.enterBackground()
        app.pass(.seconds(1))

        #expect(app.handed.map(\.identifier) == [TestApp.refresh])
        #expect(app.handed.first is BGAppRefreshTask)
        #expect(app.phone.backgroundTasks.pending.isEmpty)
    }

    @Test("An app that is not running is launched for its task and receives it after the launch")
    func launches() throws {
        try app.submitRefresh(after: 3600)
        app.phone.terminate()
        app.pass(.seconds(3599))
        #expect(app.phone.process == .notRunning)

        app.pass(.seconds(2))

        #expect(app.phone.generation == 2)
        #expect(app.phone.process == .background)
        #expect(app.handed.count == 1)
        #expect(app.phone.backgroundTasks.runs.map(\.generation) == [2])
    }

    @Test("A launch without registered handlers is retried")
    func unanswered() throws {
        let launch = app.phone.onLaunchRequest
        app.phone.onLaunchRequest = nil
        try app.submitRefresh()
        app.phone.terminate()
        app.pass(.seconds(60))
        #expect(app.phone.process == .notRunning)
        #expect(app.phone.backgroundTasks.pending.count == 1)

        app.phone.onLaunchRequest = launch
        app.pass(.seconds(900))
        #expect(app.handed.count == 1)
    }

    @Test("Refresh tasks keep their minimum interval")
    func interval() throws {
        app.phone.enterBackground()
        for _ in 0..<3 {
            try app.submitRefresh()
            app.pass(.seconds(1))
            app.handed.last?.setTaskCompleted(success: true)
        }
        #expect(app.handed.count == 1)

        app.pass(.seconds(900))
        #expect(app.handed.count == 2)
    }

    @Test("Processing tasks keep their minimum interval without a requested date")
    func processingInterval() throws {
        app.phone.enterBackground()
        app.phone.lock()
        app.pass(.seconds(300))
        for _ in 0..<3 {
            try app.submitProcessing()
            app.pass(.seconds(1))
            app.handed.last?.setTaskCompleted(success: true)
        }
        #expect(app.handed.count == 1)

        app.pass(.seconds(900))
        #expect(app.handed.count == 2)
    }

    enum Obstacle: CaseIterable {
        case lowPowerMode, noBackgroundRefresh, emptyBattery, noBudget

        func stand(_ stands: Bool, on phone: Phone) {
            switch self {
            case .lowPowerMode: phone.isLowPowerModeOn = stands
            case .noBackgroundRefresh: phone.isBackgroundRefreshOn = !stands
            case .emptyBattery: phone.batteryLevel = stands ? 0.1 : 0.5
            case .noBudget: phone.backgroundTasks.isGranting = !stands
            }
        }
    }

    @Test("A forbidden task waits until it is allowed", arguments: Obstacle.allCases)
    func forbidden(_ obstacle: Obstacle) throws {
        try app.submitRefresh()
        obstacle.stand(true, on: app.phone)
        app.phone.enterBackground()
        app.pass(.seconds(7200))
        #expect(app.handed.isEmpty)

        obstacle.stand(false, on: app.phone)
        app.pass(.seconds(1))
        #expect(app.handed.count == 1)
    }

    @Test("An empty battery does not matter on a charger")
    func charging() throws {
        app.phone.batteryLevel = 0.05
        app.phone.isCharging = true
        try app.submitRefresh()
        app.phone.enterBackground()
        app.pass(.seconds(1))
        #expect(app.handed.count == 1)
    }

    @Test("A force-quit app is not launched until the person opens it")
    func forceQuit() throws {
        try app.submitRefresh()
        app.phone.forceQuit()
        app.pass(.seconds(86_400))
        #expect(app.phone.process == .notRunning)

        app.launch()
        app.phone.enterBackground()
        app.pass(.seconds(1))
        #expect(app.handed.count == 1)
    }

    @Test("A processing task waits until the device has been idle for some time")
    func idle() throws {
        try app.submitProcessing()
        app.phone.enterBackground()
        app.pass(.seconds(3600))
        #expect(app.handed.isEmpty)

        app.phone.lock()
        app.pass(.seconds(299))
        #expect(app.handed.isEmpty)
        app.pass(.seconds(2))
        #expect(app.handed.first is BGProcessingTask)
    }

    @Test("A processing task waits for the required power and network")
    func needs() throws {
        app.phone.network = .none
        try app.submitProcessing(needsNetwork: true, needsPower: true)
        app.putAway()
        app.pass(.seconds(3600))
        app.phone.isCharging = true
        app.pass(.seconds(3600))
        #expect(app.handed.isEmpty)

        app.phone.network = .wiFi
        app.pass(.seconds(1))
        #expect(app.handed.count == 1)
    }

    @Test("An app that was not used for a week gets no processing tasks")
    func unused() throws {
        app.phone.isLowPowerModeOn = true
        try app.submitProcessing()
        app.putAway()
        app.pass(.seconds(8 * 86_400))
        app.phone.isLowPowerModeOn = false
        app.pass(.seconds(86_400))
        #expect(app.handed.isEmpty)

        app.phone.unlock()
        app.phone.launch(.user)
        app.putAway()
        app.pass(.seconds(301))
        #expect(app.handed.count == 1)
    }

    @Test("The delay of a grant is random and reproducible")
    func jitter() throws {
        let begins = try (0..<2).map { _ in
            let app = TestApp()
            app.phone.backgroundTasks.behavior.jitter = .seconds(3600)
            app.launch()
            try app.submitRefresh()
            app.phone.enterBackground()
            app.pass(.seconds(3601))
            return app.phone.backgroundTasks.runs.first?.began
        }
        #expect(begins[0] == begins[1])
        #expect(begins[0] ?? .distantPast > ManualTimeline.beginning.addingTimeInterval(1))
    }

    @Test("The debugger can begin a task regardless of conditions")
    func forced() throws {
        app.phone.isLowPowerModeOn = true
        #expect(!app.phone.backgroundTasks.run(TestApp.refresh))
        try app.submitRefresh(after: 86_400)

        #expect(app.phone.backgroundTasks.run(TestApp.refresh, for: .seconds(3)))
        app.pass(.seconds(4))

        #expect(app.handed.count == 1)
        #expect(app.expirations == [TestApp.refresh])
    }
}
