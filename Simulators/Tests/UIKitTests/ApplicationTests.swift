import Foundation
import SimulatedPhone
import SimulatedUIKit
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
        #expect(app.told == ["DidBecomeActive active"])
    }

    @Test("An app that the system launches is in the background, and told nothing")
    func backgroundLaunch() {
        app.launch(.healthKit)
        app.pass(.seconds(1))
        #expect(app.application.applicationState == .background)
        #expect(app.told.isEmpty)
    }

    @Test("Leaving and coming back are told in order, before the system goes on")
    func leaving() {
        app.open()

        app.phone.enterBackground()
        #expect(app.told == ["WillResignActive active", "DidEnterBackground background"])
        app.pass(.seconds(6))
        #expect(app.phone.process == .suspended)
        app.forget()

        app.phone.launch(.user)
        #expect(app.told == ["WillEnterForeground background", "DidBecomeActive active"])
    }

    @Test("A process that is woken in the background is not told of it")
    func woken() {
        app.open()
        app.phone.enterBackground()
        app.pass(.seconds(6))
        app.forget()

        app.phone.launch(.healthKit)

        #expect(app.phone.process == .background)
        #expect(app.told.isEmpty)
    }

    @Test("Each phone's app is told of itself only")
    func twoPhones() {
        let other = TestApp()
        app.open()
        other.open()
        #expect(app.application !== other.application)

        other.phone.enterBackground()

        #expect(app.told.isEmpty)
        #expect(app.application.applicationState == .active)
    }

    @Test("An app that is gone is told nothing")
    func gone() {
        app.open()
        let old = app.application
        app.phone.terminate()
        app.phone.launch(.user)
        app.pass(.seconds(1))

        #expect(app.application !== old)
        #expect(app.told.isEmpty)
    }

    @Test("Protected files can be read for ten seconds after the lock, and the app is told before")
    func protectedData() {
        app.open()
        app.phone.lock()
        app.pass(.seconds(9))
        #expect(app.application.isProtectedDataAvailable)
        #expect(app.told.isEmpty)

        app.pass(.seconds(2))
        #expect(!app.application.isProtectedDataAvailable)
        #expect(app.told == ["ProtectedDataWillBecomeUnavailable active"])
        app.forget()

        app.phone.unlock()
        app.pass(.zero)
        #expect(app.application.isProtectedDataAvailable)
        #expect(app.told == ["ProtectedDataDidBecomeAvailable active"])
    }

    @Test("A lock that is over in time leaves the files open")
    func shortLock() {
        app.open()
        app.phone.lock()
        app.pass(.seconds(5))
        app.phone.unlock()
        app.pass(.seconds(20))
        #expect(app.application.isProtectedDataAvailable)
        #expect(app.told.isEmpty)
    }

    @Test("After a restart nothing can be read until the passcode is given")
    func restart() {
        app.open()
        app.phone.reboot()
        app.launch(.location)
        #expect(!app.application.isProtectedDataAvailable)
        app.phone.unlock()
        #expect(app.application.isProtectedDataAvailable)
    }

    @Test("The switch for background refresh is told")
    func refreshStatus() {
        app.open()
        app.phone.isBackgroundRefreshOn = false
        app.pass(.zero)
        #expect(app.application.backgroundRefreshStatus == .denied)
        #expect(app.told == ["BackgroundRefreshStatusDidChange active"])
    }

    @Test("The battery is told of when it is watched")
    func battery() {
        app.open()
        app.phone.isCharging = true
        app.pass(.zero)
        #expect(app.device.batteryState == .unknown)
        #expect(app.device.batteryLevel == -1)
        #expect(app.told.isEmpty)

        app.device.isBatteryMonitoringEnabled = true
        #expect(app.device.batteryState == .full)
        app.phone.batteryLevel = 0.5
        app.pass(.zero)
        #expect(app.device.batteryState == .charging)
        #expect(app.device.batteryLevel == 0.5)
        #expect(app.told == ["BatteryStateDidChange active", "BatteryLevelDidChange active"])
        app.phone.isCharging = false
        #expect(app.device.batteryState == .unplugged)
    }
}
