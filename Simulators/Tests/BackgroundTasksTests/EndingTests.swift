import BackgroundTasks
import Foundation
import SimulatedAppServices
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
        #expect(app.expirations.isEmpty)
        #expect(app.phone.faults.isEmpty)
    }

    @Test("A refresh task expires after 30 seconds, and its handler is released")
    func expires() throws {
        try beginRefresh()
        app.pass(.seconds(30))
        #expect(app.expirations == [TestApp.refresh])
        #expect(app.handed[0].expirationHandler == nil)

        app.handed[0].setTaskCompleted(success: false)
        app.pass(.seconds(60))

        #expect(app.phone.process == .suspended)
        #expect(app.phone.backgroundTasks.runs.map(\.outcome) == [.failed])
        #expect(app.phone.faults.isEmpty)
    }

    @Test("An app that does not complete an expired task is ended")
    func unfinished() throws {
        try beginRefresh()
        app.pass(.seconds(36))

        #expect(app.phone.process == .notRunning)
        #expect(app.phone.faults.map(\.kind) == [.taskNotCompleted])
        #expect(app.phone.backgroundTasks.runs.map(\.outcome) == [.lost])
    }

    @Test("A task without an expiration handler is ended as cut off")
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

    @Test("Some tasks expire after seconds")
    func early() throws {
        app.phone.backgroundTasks.behavior.earlyPerMille = 1000
        try beginRefresh()
        app.pass(.seconds(5))

        let run = try #require(app.phone.backgroundTasks.runs.first)
        let span = try #require(run.expired).timeIntervalSince(run.began)
        #expect((2...5).contains(span))
    }

    @Test("A processing task expires when the device is picked up")
    func pickUp() throws {
        try beginProcessing()
        app.pass(.seconds(60))
        #expect(app.expirations.isEmpty)

        app.phone.pickUp()
        app.pass(.milliseconds(1))

        #expect(app.expirations == [TestApp.processing])
    }

    @Test("A processing task that requires power expires when the charger is disconnected")
    func unplugged() throws {
        try beginProcessing(needsPower: true)
        app.phone.isCharging = false
        app.pass(.milliseconds(1))
        #expect(app.expirations == [TestApp.processing])
    }

    @Test("A processing task has minutes")
    func minutes() throws {
        try beginProcessing()
        app.pass(.seconds(295))
        #expect(app.expirations.isEmpty)
        #expect(app.phone.process == .background)
        app.pass(.seconds(10))
        #expect(app.expirations == [TestApp.processing])
    }

    @Test("Completing a task twice is recorded as a fault")
    func twice() throws {
        try beginRefresh()
        app.handed[0].setTaskCompleted(success: true)
        app.handed[0].setTaskCompleted(success: true)
        #expect(app.phone.faults.map(\.kind) == [.taskCompletedTwice])
    }

    @Test("A task ends with its process")
    func lost() throws {
        try beginRefresh()
        app.phone.terminate()
        #expect(app.phone.backgroundTasks.runs.map(\.outcome) == [.lost])
        app.pass(.seconds(60))
        #expect(app.expirations.isEmpty)
    }

    @Test("A completion during the end of the process is ignored")
    func givenBackAtTheEnd() throws {
        final class Holder: Sendable {
            let task = Mutex<TestApp.TaskBox?>(nil)
            deinit { task.withLock { $0 }?.task.setTaskCompleted(success: false) }
        }
        let (app, name) = (TestApp(), "app.processing.1")
        app.phone.launch(.user)
        // Only the handler retains it.
        _ = app.scheduler.register(forTaskWithIdentifier: name, using: nil) { [holder = Holder()] in
            let box = TestApp.TaskBox(task: $0)
            holder.task.withLock { $0 = box }
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

    @Test("A request runs once unless it is submitted again")
    func notSubmittedAgain() throws {
        try beginRefresh()
        app.handed[0].setTaskCompleted(success: true)
        app.pass(.seconds(86_400))
        #expect(app.handed.count == 1)
        #expect(app.phone.backgroundTasks.pending.isEmpty)
    }

    @Test("The debugger can expire a task")
    func forced() throws {
        try beginRefresh()
        app.phone.backgroundTasks.expire(TestApp.refresh)
        app.pass(.milliseconds(1))
        #expect(app.expirations == [TestApp.refresh])
    }
}
