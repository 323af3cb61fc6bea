import BackgroundTasks
import Foundation
import SimulatedAppServices
import SimulatedPhone
import Testing

struct SubmissionTests {
    let app = TestApp()

    init() {
        app.launch()
    }

    @Test("A request replaces a pending one with the same identifier")
    func replaces() async throws {
        try app.submitRefresh(after: 60)
        try app.submitRefresh(after: 3600)

        let pending = await app.scheduler.pendingTaskRequests()
        #expect(pending.count == 1)
        #expect(
            pending.first?.earliestBeginDate == app.timeline.now.addingTimeInterval(3600)
        )
        #expect(pending.first is BGAppRefreshTaskRequest)
    }

    @Test("One refresh and ten processing tasks may be pending")
    func limits() throws {
        app.phone.terminate()
        app.phone.launch(.user)
        for number in 0..<12 { #expect(app.register("app.processing.\(number)")) }
        for number in 0..<10 { try app.submitProcessing("app.processing.\(number)") }

        #expect(
            code { try app.submitProcessing("app.processing.10") } == .tooManyPendingTaskRequests
        )
        #expect(code { try app.submitProcessing("app.processing.3") } == nil)

        try app.submitRefresh()
        let other = BGAppRefreshTaskRequest(identifier: "app.processing.11")
        #expect(code { try app.scheduler.submit(other) } == .tooManyPendingTaskRequests)
        #expect(app.phone.backgroundTasks.pending.count == 11)
    }

    @Test("A request that the property list does not permit is refused")
    func notPermitted() {
        let request = BGAppRefreshTaskRequest(identifier: "app.unknown")
        #expect(code { try app.scheduler.submit(request) } == .notPermitted)

        app.phone.backgroundTasks.backgroundModes = [.refresh]
        #expect(code { try app.submitProcessing() } == .notPermitted)
        #expect(code { try app.submitRefresh() } == nil)
    }

    @Test("Requests are refused while Background App Refresh is off")
    func unavailable() {
        app.phone.isBackgroundRefreshOn = false
        #expect(code { try app.submitRefresh() } == .unavailable)
        #expect(BGTaskScheduler.Error(.unavailable).errorCode == 1)
    }

    @Test("A request without a handler is recorded as a fault")
    func unregistered() throws {
        try app.submitProcessing("app.processing.1")
        #expect(app.phone.faults.map(\.kind) == [.submittedUnregistered])
    }

    @Test("Requests can be cancelled, one or all")
    func cancel() throws {
        try app.submitRefresh(after: 60)
        try app.submitProcessing()
        app.scheduler.cancel(taskRequestWithIdentifier: TestApp.refresh)
        #expect(app.phone.backgroundTasks.pending.map(\.identifier) == [TestApp.processing])

        app.scheduler.cancelAllTaskRequests()
        #expect(app.phone.backgroundTasks.pending.isEmpty)
    }

    @Test("A request outlives the process, and a reboot if configured")
    func outlives() throws {
        try app.submitProcessing()
        app.phone.terminate()
        #expect(app.phone.backgroundTasks.pending.count == 1)
        app.phone.reboot()
        #expect(app.phone.backgroundTasks.pending.count == 1)

        app.phone.backgroundTasks.behavior.requestsSurviveReboot = false
        app.phone.reboot()
        #expect(app.phone.backgroundTasks.pending.isEmpty)
    }

    @Test("A process that has ended cannot submit requests")
    func dead() throws {
        let scheduler = app.scheduler
        app.phone.terminate()
        try scheduler.submit(BGAppRefreshTaskRequest(identifier: TestApp.refresh))
        #expect(app.phone.backgroundTasks.pending.isEmpty)
    }
}
