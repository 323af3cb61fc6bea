import BackgroundTasks
import Foundation
import SimulatedAppServices
import SimulatedPhone
import Testing

struct RegistrationTests {
    let app = TestApp()

    @Test("An identifier outside of the property list is not registered")
    func unpermitted() {
        app.phone.launch(.user)

        #expect(!app.register("app.unknown"))
        #expect(app.phone.faults.map(\.kind) == [.registeredUnpermitted])
        #expect(app.phone.process == .foreground)
    }

    @Test("A second handler for an identifier ends the app")
    func twice() {
        app.phone.launch(.user)
        #expect(app.register(TestApp.refresh))

        _ = app.register(TestApp.refresh)

        #expect(app.phone.process == .notRunning)
        #expect(app.phone.faults.map(\.kind) == [.registeredTwice])
        #expect(app.phone.faults.map(\.detail) == [TestApp.refresh])
    }

    @Test("A handler after the launch ends the app")
    func late() {
        app.phone.launch(.user)
        app.pass(.milliseconds(1))

        _ = app.register(TestApp.refresh)

        #expect(app.phone.process == .notRunning)
        #expect(app.phone.faults.map(\.kind) == [.registeredLate])
    }

    @Test("A launch lasts until its owner ends it")
    func launching() {
        app.phone.launchRuntime = .seconds(10)
        app.phone.launch(.user)
        app.pass(.seconds(9))
        #expect(app.register(TestApp.refresh))

        app.phone.finishLaunching()

        #expect(!app.phone.isLaunching)
        #expect(!app.register(TestApp.processing))
    }

    @Test("The next process registers its handlers again")
    func nextProcess() {
        app.launch()
        app.phone.terminate()
        app.launch()

        #expect(app.phone.faults.isEmpty)
    }

    @Test("An app without a handler for the task of its launch is ended")
    func noHandler() throws {
        app.launch()
        try app.submitRefresh()
        app.phone.onLaunchRequest = { [phone = app.phone] in phone.launch($0) }
        app.phone.terminate()
        app.pass(.seconds(60))

        #expect(app.phone.faults.map(\.kind) == [.hadNoLaunchHandler])
        #expect(app.phone.process == .notRunning)
    }
}
