import BackgroundTasks
import Foundation
import SimulatedBackgroundTasks
import SimulatedPhone
import Testing

struct GrantingTests {
    let app = TestApp()

    init() {
        app.launch()
    }

    @Test("A refresh begins in the background, not before its date, and not in the foreground")
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

    @Test("A process that is gone is launched for its task, and is told after its launch")
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

    @Test("A launch that nobody answers is tried again")
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

    @Test("Refreshes keep their distance")
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

    @Test("Processing tasks keep their distance, also where the app asks for no later date")
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

    @Test("What is forbidden waits until it is allowed", arguments: Obstacle.allCases)
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

    @Test("An app that was swiped away is not launched until the person opens it")
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

    @Test("Processing waits until the device was idle for a while")
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

    @Test("Processing waits for the power and the network that it asks for")
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

    @Test("An app that nobody has used for a week gets no processing")
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

    @Test("How late a grant is is drawn from the phone's chance, and the same each time")
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

    @Test("The debugger's way begins a task whatever the conditions are")
    func forced() throws {
        app.phone.isLowPowerModeOn = true
        #expect(!app.phone.backgroundTasks.run(TestApp.refresh))
        try app.submitRefresh(after: 86_400)

        #expect(app.phone.backgroundTasks.run(TestApp.refresh, for: .seconds(3)))
        app.pass(.seconds(4))

        #expect(app.handed.count == 1)
        #expect(app.told == [TestApp.refresh])
    }
}
