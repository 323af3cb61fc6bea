import Foundation
import SimulatedAppServices
import SimulatedPhone
import Testing
import UIKit

@MainActor
struct BackgroundTimeTests {
    let app = TestApp()

    init() {
        app.open()
    }

    @Test("An app without an assertion is suspended after a few seconds")
    func nothing() {
        #expect(app.application.backgroundTimeRemaining == .greatestFiniteMagnitude)
        app.phone.enterBackground()
        #expect(app.application.backgroundTimeRemaining == 5)
        app.pass(.seconds(6))
        #expect(app.phone.process == .suspended)
    }

    @Test("An assertion keeps the app running for half a minute or until it ends")
    func asks() {
        let task = app.application.beginBackgroundTask(withName: "sync")
        #expect(task != .invalid)
        app.phone.enterBackground()
        app.pass(.seconds(20))
        #expect(app.phone.process == .background)
        #expect(app.application.backgroundTimeRemaining == 10)
        #expect(app.phone.application.backgroundTasks == ["sync"])

        app.application.endBackgroundTask(task)
        app.pass(.zero)

        #expect(app.phone.process == .suspended)
        #expect(app.phone.faults.isEmpty)
    }

    @Test("The expiration handler is called before the end and may end the assertion")
    func expires() {
        var isExpired = false
        app.task = app.application.beginBackgroundTask(withName: "sync") { [app] in
            isExpired = true
            app.application.endBackgroundTask(app.task)
        }
        app.phone.enterBackground()
        app.pass(.seconds(24))
        #expect(!isExpired)

        app.pass(.seconds(60))

        #expect(isExpired)
        #expect(app.phone.process == .suspended)
        #expect(app.phone.faults.isEmpty)
    }

    @Test("An assertion that is not ended ends the app")
    func unended() {
        _ = app.application.beginBackgroundTask(withName: "sync")
        app.phone.enterBackground()
        app.pass(.seconds(31))

        #expect(app.phone.process == .notRunning)
        #expect(app.phone.faults.map(\.description) == ["backgroundTimeNotEnded: sync"])
    }

    @Test("A second assertion gets no additional time")
    func second() {
        let first = app.application.beginBackgroundTask(withName: "first")
        app.phone.enterBackground()
        app.pass(.seconds(20))
        _ = app.application.beginBackgroundTask(withName: "second")
        app.application.endBackgroundTask(first)
        app.pass(.seconds(11))

        #expect(app.phone.faults.map(\.detail) == ["second"])
    }

    @Test("No assertion is granted after the time is over")
    func tooLate() {
        var late: UIBackgroundTaskIdentifier?
        app.task = app.application.beginBackgroundTask(withName: "sync") { [app] in
            late = app.application.beginBackgroundTask(withName: "late")
            app.application.endBackgroundTask(app.task)
        }
        app.phone.enterBackground()
        app.pass(.seconds(31))
        #expect(late == .invalid)
        #expect(app.phone.process == .suspended)
    }

    @Test("Returning to the foreground stops the countdown")
    func comesBack() {
        _ = app.application.beginBackgroundTask(withName: "sync")
        app.phone.enterBackground()
        app.pass(.seconds(20))
        app.phone.launch(.user)
        app.pass(.seconds(600))
        #expect(app.phone.faults.isEmpty)

        app.phone.enterBackground()
        app.pass(.seconds(24))
        #expect(app.phone.process == .background)
    }

    @Test("An app that holds a forbidden resource at suspension is ended")
    func heldWhileSuspended() {
        app.phone.onSuspend = { "a lock on device.sqlite" }
        app.phone.enterBackground()
        app.pass(.seconds(6))
        #expect(app.phone.process == .notRunning)
        #expect(
            app.phone.faults.map(\.description) == ["heldWhileSuspended: a lock on device.sqlite"]
        )
    }

    @Test("Ending an unknown assertion is recorded as a fault")
    func unknown() {
        app.application.endBackgroundTask(UIBackgroundTaskIdentifier(rawValue: 7))
        #expect(app.phone.faults.map(\.kind) == [.endedUnknownBackgroundTime])
    }
}
