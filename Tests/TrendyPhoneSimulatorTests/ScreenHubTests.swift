import Testing

@testable import TrendyPhoneSimulator

@Suite("The hub of a screen")
struct ScreenHubTests {
    @Test("A reader gets the newest state at once, then each new one")
    func newest() async {
        let hub = ScreenHub()
        hub.publish("a")
        hub.publish("b")
        var states = hub.states().makeAsyncIterator()

        #expect(await states.next() == "b")
        hub.publish("c")
        #expect(await states.next() == "c")
    }

    @Test("A reader that is behind skips to the newest state")
    func behind() async {
        let hub = ScreenHub()
        var states = hub.states().makeAsyncIterator()
        for state in ["a", "b", "c"] { hub.publish(state) }

        #expect(await states.next() == "c")
    }
}
