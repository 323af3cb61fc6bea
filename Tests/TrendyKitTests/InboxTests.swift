import Testing

@testable import TrendyKit

struct InboxTests {
    @Test("A message that comes between two listeners waits for the next one, and is told once")
    func betweenListeners() async {
        let inbox = Inbox<Int>()
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
}
