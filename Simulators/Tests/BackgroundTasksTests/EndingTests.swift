import BackgroundTasks
import Foundation
import SimulatedBackgroundTasks
import SimulatedPhone
import Synchronization
import Testing

struct EndingTests {
    let app = TestApp()

    init() {
        app.launch()
    }

    private func beginRefresh() throws {
        try app.submitRefresh()
        app.phone.enterBackground()
        app.pass(.seconds(1))
    }

    private func beginProcessing(needsPower: Bool = false) throws {
        app.phone.isCharging = true
        try app.submitProcessing(needsPower: needsPower)
        app.putAway()
        app.pass(.seconds(301))
        try #require(app.handed.count == 1)
    }

    @Test("A task keeps the app running; once it is completed the app is suspended")
    func completes() throws {
        try beginRefresh()
        app.pass(.seconds(20))
        #expect(app.phone.process == .background)

        app.handed[0].setTaskCompleted(success: true)
        app.pass(.seconds(1))

        #expect(app.phone.process == .suspended)
        #expect(app.phone.backgroundTasks.runs.map(\.outcome) == [.succeeded])
        #expect(app.told.isEmpty)
        #expect(app.phone.faults.isEmpty)
    }

    @Test("A refresh is told to end after 30 seconds, and its handler is forgotten")
    func expires() throws {
        try beginRefresh()
        app.pass(.seconds(30))
        #expect(app.told == [TestApp.refresh])
        #expect(app.handed[0].expirationHandler == nil)

        app.handed[0].setTaskCompleted(success: false)
        app.pass(.seconds(60))

        #expect(app.phone.process == .suspended)
        #expect(app.phone.backgroundTasks.runs.map(\.outcome) == [.failed])
        #expect(app.phone.faults.isEmpty)
    }

    @Test("An app that does not complete a task that was told to end is ended")
    func unfinished() throws {
        try beginRefresh()
        app.pass(.seconds(36))

        #expect(app.phone.process == .notRunning)
        #expect(app.phone.faults.map(\.kind) == [.taskNotCompleted])
        #expect(app.phone.backgroundTasks.runs.map(\.outcome) == [.lost])
    }

    @Test("A task that cannot be told to end is cut off, and failed")
    func noHandler() throws {
        let app = TestApp(handlesExpiration: false)
        app.launch(handlesExpiration: false)
        try app.submitRefresh()
        app.phone.enterBackground()
        app.pass(.seconds(60))

        #expect(app.phone.process == .suspended)
        #expect(app.phone.faults.map(\.kind) == [.expiredWithoutHandler])
        #expect(app.phone.backgroundTasks.runs.map(\.outcome) == [.cutOff])
    }

    @Test("Some tasks have to end after seconds")
    func early() throws {
        app.phone.backgroundTasks.behavior.earlyPerMille = 1000
        try beginRefresh()
        app.pass(.seconds(5))

        let run = try #require(app.phone.backgroundTasks.runs.first)
        let span = try #require(run.expired).timeIntervalSince(run.began)
        #expect((2...5).contains(span))
    }

    @Test("Processing ends when the device is picked up")
    func pickUp() throws {
        try beginProcessing()
        app.pass(.seconds(60))
        #expect(app.told.isEmpty)

        app.phone.pickUp()
        app.pass(.milliseconds(1))

        #expect(app.told == [TestApp.processing])
    }

    @Test("Processing that needs power ends when the charger is taken away")
    func unplugged() throws {
        try beginProcessing(needsPower: true)
        app.phone.isCharging = false
        app.pass(.milliseconds(1))
        #expect(app.told == [TestApp.processing])
    }

    @Test("Processing has minutes")
    func minutes() throws {
        try beginProcessing()
        app.pass(.seconds(295))
        #expect(app.told.isEmpty)
        #expect(app.phone.process == .background)
        app.pass(.seconds(10))
        #expect(app.told == [TestApp.processing])
    }

    @Test("Completing a task twice is noted")
    func twice() throws {
        try beginRefresh()
        app.handed[0].setTaskCompleted(success: true)
        app.handed[0].setTaskCompleted(success: true)
        #expect(app.phone.faults.map(\.kind) == [.taskCompletedTwice])
    }

    @Test("A task is over with its process")
    func lost() throws {
        try beginRefresh()
        app.phone.terminate()
        #expect(app.phone.backgroundTasks.runs.map(\.outcome) == [.lost])
        app.pass(.seconds(60))
        #expect(app.told.isEmpty)
    }

    @Test("What an app gives back as its process ends reaches nobody")
    func givenBackAtTheEnd() throws {
        final class Keeper: Sendable {
            let task = Mutex<TestApp.TaskBox?>(nil)
            deinit { task.withLock { $0 }?.task.setTaskCompleted(success: false) }
        }
        let (app, name) = (TestApp(), "app.processing.1")
        app.phone.launch(.user)
        // The handler alone keeps it.
        _ = app.scheduler.register(forTaskWithIdentifier: name, using: nil) { [keeper = Keeper()] in
            let box = TestApp.TaskBox(task: $0)
            keeper.task.withLock { $0 = box }
        }
        app.timeline.run(until: app.timeline.now)
        app.phone.isCharging = true
        try app.submitProcessing(name)
        app.putAway()
        app.pass(.seconds(301))
        #expect(app.phone.backgroundTasks.runs.count == 1)

        app.phone.terminate()

        #expect(app.phone.backgroundTasks.runs.map(\.outcome) == [.lost])
        #expect(app.phone.faults.isEmpty)
    }

    @Test("A request that is not made again stays away")
    func notSubmittedAgain() throws {
        try beginRefresh()
        app.handed[0].setTaskCompleted(success: true)
        app.pass(.seconds(86_400))
        #expect(app.handed.count == 1)
        #expect(app.phone.backgroundTasks.pending.isEmpty)
    }

    @Test("The debugger's way tells a task to end")
    func forced() throws {
        try beginRefresh()
        app.phone.backgroundTasks.expire(TestApp.refresh)
        app.pass(.milliseconds(1))
        #expect(app.told == [TestApp.refresh])
    }
}
