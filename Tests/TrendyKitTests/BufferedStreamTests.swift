import Testing

@testable import TrendyKit

struct BufferedStreamTests {
    @Test("A message between two listeners is buffered and delivered once, to the next listener")
    func betweenListeners() async {
        let stream = BufferedStream<Int>()
        let first = stream.messages()
        let listening = Task { for await _ in first {} }
        listening.cancel()
        await listening.value

        stream.yield(1)
        stream.yield(2)
        var next = stream.messages().makeAsyncIterator()

        #expect(await next.next() == 1)
        #expect(await next.next() == 2)
    }

    @Test("A message sent while a listener ends reaches the next listener without a deadlock")
    func leaving() async {
        let stream = BufferedStream<Int>()
        let count = 2_000
        var got: Set<Int> = []
        for round in 0..<count {
            let listening = Task {
                var taken: [Int] = []
                for await message in stream.messages() { taken.append(message) }
                return taken
            }
            // Wakes the listener at the moment of its cancellation.
            let sending = Task { stream.yield(round) }
            await Task.yield()
            listening.cancel()
            await sending.value
            got.formUnion(await listening.value)
        }
        let rest = Task {
            var taken: [Int] = []
            for await message in stream.messages() {
                taken.append(message)
                if message == count { break }
            }
            return taken
        }
        stream.yield(count)
        got.formUnion(await rest.value)
        #expect(got.contains(count))
        #expect(got.count > count / 2)
    }
}
