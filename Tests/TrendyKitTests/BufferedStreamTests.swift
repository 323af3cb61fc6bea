import Testing

@testable import TrendyKit

struct InboxTests {
    @Test("A message that comes between two listeners waits for the next one, and is told once")
    func betweenListeners() async {
        let inbox = BufferedStream<Int>()
        let first = inbox.messages()
        let listening = Task { for await _ in first {} }
        listening.cancel()
        await listening.value

        inbox.yield(1)
        inbox.yield(2)
        var next = inbox.messages().makeAsyncIterator()

        #expect(await next.next() == 1)
        #expect(await next.next() == 2)
    }

    @Test("What comes while a listener leaves goes to the next one, and keeps nobody waiting")
    func leaving() async {
        let inbox = BufferedStream<Int>()
        let count = 2_000
        var got: Set<Int> = []
        for round in 0..<count {
            let listening = Task {
                var taken: [Int] = []
                for await message in inbox.messages() { taken.append(message) }
                return taken
            }
            // Wakes the listener at the moment in which it is cancelled.
            let telling = Task { inbox.yield(round) }
            await Task.yield()
            listening.cancel()
            await telling.value
            got.formUnion(await listening.value)
        }
        let rest = Task {
            var taken: [Int] = []
            for await message in inbox.messages() {
                taken.append(message)
                if message == count { break }
            }
            return taken
        }
        inbox.yield(count)
        got.formUnion(await rest.value)
        #expect(got.contains(count))
        #expect(got.count > count / 2)
    }
}
