import Testing
import TrendyModel
import TrendyPlaces

@testable import TrendyApple

struct SignalBufferTests {
    @Test("A signal between two listeners is buffered for the next one")
    func betweenListeners() async {
        let buffer = SignalBuffer()
        let first = buffer.stream()
        let listening = Task { for await _ in first {} }
        listening.cancel()
        await listening.value

        buffer.add(RegionSignal(.noFix, at: Instant(seconds: 1)))
        var next = buffer.stream().makeAsyncIterator()

        #expect(await next.next()?.instant == Instant(seconds: 1))
    }
}
