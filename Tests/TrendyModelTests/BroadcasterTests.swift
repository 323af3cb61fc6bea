import Testing
import TrendyModel

@Suite("Broadcaster")
struct BroadcasterTests {
    /// The number of notifications before the end of a stopped listener.
    private func notifications(_ listener: Broadcaster<String>.Listener) async -> Int {
        var count = 0
        for await _ in listener.events { count += 1 }
        return count
    }

    @Test("A change notifies each listener of its topic once, and no other listener")
    func topics() async {
        let broadcaster = Broadcaster<String>()
        let first = broadcaster.listen(to: "a")
        let second = broadcaster.listen(to: "a")
        let other = broadcaster.listen(to: "b")

        broadcaster.changed("a")
        broadcaster.changed("a")
        broadcaster.changed("c")
        for listener in [first, second, other] { listener.stop() }

        #expect(await notifications(first) == 1)
        #expect(await notifications(second) == 1)
        #expect(await notifications(other) == 0)
    }

    @Test("A listener can be woken alone")
    func wake() async {
        let broadcaster = Broadcaster<String>()
        let first = broadcaster.listen(to: "a")
        let second = broadcaster.listen(to: "a")

        first.wake()
        for listener in [first, second] { listener.stop() }

        #expect(await notifications(first) == 1)
        #expect(await notifications(second) == 0)
    }

    @Test("A stopped listener is not counted and not notified")
    func stop() async {
        let broadcaster = Broadcaster<String>()
        let first = broadcaster.listen(to: "a")
        let second = broadcaster.listen(to: "a")
        #expect(broadcaster.count(of: "a") == 2)
        #expect(broadcaster.count(of: "b") == 0)

        first.stop()
        #expect(broadcaster.count(of: "a") == 1)
        broadcaster.changed("a")
        second.stop()

        #expect(broadcaster.count(of: "a") == 0)
        #expect(await notifications(first) == 0)
        #expect(await notifications(second) == 1)
    }
}
