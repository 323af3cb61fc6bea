import Foundation
import SimulatedAppServices
import SimulatedPhone
import Testing
import UIKit

@MainActor
struct ApplicationTests {
    let app = TestApp()

    @Test("An app that the person opens becomes active after its launch")
    func launch() {
        app.launch()
        #expect(app.application.applicationState == .inactive)

        app.pass(.zero)

        #expect(app.application.applicationState == .active)
        #expect(app.received == ["DidBecomeActive active"])
    }

    @Test("An app that the system launches is in the background without lifecycle notifications")
    func backgroundLaunch() {
        app.launch(.healthKit)
        app.pass(.seconds(1))
        #expect(app.application.applicationState == .background)
        #expect(app.received.isEmpty)
    }

    @Test("Background and foreground transitions are posted in order before the system continues")
    func leaving() {
        app.open()

        app.phone.enterBackground()
        #expect(app.received == ["WillResignActive active", "DidEnterBackground background"])
        app.pass(.seconds(6))
        #expect(app.phone.process == .suspended)
        app.forget()

        app.phone.launch(.user)
        #expect(app.received == ["WillEnterForeground background", "DidBecomeActive active"])
    }

    @Test("A background wake posts no lifecycle notification")
    func woken() {
        app.open()
        app.phone.enterBackground()
        app.pass(.seconds(6))
        app.forget()

        app.phone.launch(.healthKit)

        #expect(app.phone.process == .background)
        #expect(app.received.isEmpty)
    }

    @Test("An app receives notifications of its own phone only")
    func twoPhones() {
        let other = TestApp()
        app.open()
        other.open()
        #expect(app.application !== other.application)

        other.phone.enterBackground()

        #expect(app.received.isEmpty)
        #expect(app.application.applicationState == .active)
    }

    @Test("An app that has ended receives no notifications")
    func gone() {
        app.open()
        let old = app.application
        app.phone.terminate()
        app.phone.launch(.user)
        app.pass(.seconds(1))

        #expect(app.application !== old)
        #expect(app.received.isEmpty)
    }

    @Test("Protected files stay readable for ten seconds after a lock, with a notification before")
    func protectedData() {
        app.open()
        app.phone.lock()
        app.pass(.seconds(9))
        #expect(app.application.isProtectedDataAvailable)
        #expect(app.received.isEmpty)

        app.pass(.seconds(2))
        #expect(!app.application.isProtectedDataAvailable)
        #expect(app.received == ["ProtectedDataWillBecomeUnavailable active"])
        app.forget()

        app.phone.unlock()
        app.pass(.zero)
        #expect(app.application.isProtectedDataAvailable)
        #expect(app.received == ["ProtectedDataDidBecomeAvailable active"])
    }

    @Test("A short lock keeps protected files readable")
    func shortLock() {
        app.open()
        app.phone.lock()
        app.pass(.seconds(5))
        app.phone.unlock()
        app.pass(.seconds(20))
        #expect(app.application.isProtectedDataAvailable)
        #expect(app.received.isEmpty)
    }

    @Test("After a reboot nothing can be read until the passcode is entered")
    func restart() {
        app.open()
        app.phone.reboot()
        app.launch(.location)
        #expect(!app.application.isProtectedDataAvailable)
        app.phone.unlock()
        #expect(app.application.isProtectedDataAvailable)
    }

    @Test("A change of Background App Refresh is posted")
    func refreshStatus() {
        app.open()
        app.phone.isBackgroundRefreshOn = false
        app.pass(.zero)
        #expect(app.application.backgroundRefreshStatus == .denied)
        #expect(app.received == ["BackgroundRefreshStatusDidChange active"])
    }

    @Test("Battery changes are posted while monitoring is on")
    func battery() {
        app.open()
        app.phone.isCharging = true
        app.pass(.zero)
        #expect(app.device.batteryState == .unknown)
        #expect(app.device.batteryLevel == -1)
        #expect(app.received.isEmpty)

        app.device.isBatteryMonitoringEnabled = true
        #expect(app.device.batteryState == .full)
        app.phone.batteryLevel = 0.5
        app.pass(.zero)
        #expect(app.device.batteryState == .charging)
        #expect(app.device.batteryLevel == 0.5)
        #expect(app.received == ["BatteryStateDidChange active", "BatteryLevelDidChange active"])
        app.phone.isCharging = false
        #expect(app.device.batteryState == .unplugged)
    }
}
