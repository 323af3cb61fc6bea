import Foundation
import SimulatedPhone
import SimulatedUIKit
import Testing
import UIKit

@MainActor
struct BackgroundTimeTests {
    let app = TestApp()

    init() {
        app.open()
    }

    @Test("An app that asks for nothing is suspended after a few seconds")
    func nothing() {
        #expect(app.application.backgroundTimeRemaining == .greatestFiniteMagnitude)
        app.phone.enterBackground()
        #expect(app.application.backgroundTimeRemaining == 5)
        app.pass(.seconds(6))
        #expect(app.phone.process == .suspended)
    }

    @Test("An app that asks runs for half a minute, and is suspended once it gives it back")
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

    @Test("The handler is called before the end, and may give the time back")
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

    @Test("Time that is not given back ends the app")
    func unended() {
        _ = app.application.beginBackgroundTask(withName: "sync")
        app.phone.enterBackground()
        app.pass(.seconds(31))

        #expect(app.phone.process == .notRunning)
        #expect(app.phone.faults.map(\.description) == ["backgroundTimeNotEnded: sync"])
    }

    @Test("A second task gets no time of its own")
    func second() {
        let first = app.application.beginBackgroundTask(withName: "first")
        app.phone.enterBackground()
        app.pass(.seconds(20))
        _ = app.application.beginBackgroundTask(withName: "second")
        app.application.endBackgroundTask(first)
        app.pass(.seconds(11))

        #expect(app.phone.faults.map(\.detail) == ["second"])
    }

    @Test("No time is granted once it is over")
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

    @Test("Coming back to the front stops the clock")
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

    @Test("An app that is suspended while it holds what it must not is ended")
    func heldWhileSuspended() {
        app.phone.onSuspend = { "a lock on device.sqlite" }
        app.phone.enterBackground()
        app.pass(.seconds(6))
        #expect(app.phone.process == .notRunning)
        #expect(
            app.phone.faults.map(\.description) == ["heldWhileSuspended: a lock on device.sqlite"]
        )
    }

    @Test("Giving back what was not granted is noted")
    func unknown() {
        app.application.endBackgroundTask(UIBackgroundTaskIdentifier(rawValue: 7))
        #expect(app.phone.faults.map(\.kind) == [.endedUnknownBackgroundTime])
    }
}
