import Foundation
import FoundationNetworking
import HTTPTypes
import PhoneFoundation
import SimulatedPhone
import Synchronization
import Testing
import TrendyApple

struct BackgroundUploaderTests {
    private let timeline = ManualTimeline()
    private let phone: Phone
    private let begun = StartedTransfers()
    private let directory: URL
    private let request = HTTPRequest(
        method: .post,
        scheme: "https",
        authority: "example.org",
        path: "/push"
    )

    private final class StartedTransfers: Sendable {
        private let state = Mutex<[BackgroundTransfer]>([])
        var all: [BackgroundTransfer] { state.withLock { $0 } }
        func append(_ transfer: BackgroundTransfer) { state.withLock { $0.append(transfer) } }
    }

    init() {
        phone = Phone(timeline: timeline, randomness: SeededRandomness(seed: 1))
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("uploads-\(UUID())")
        phone.onBackgroundTransfer = { [begun] in begun.append($0) }
        phone.launch(.user)
    }

    private func uploader() -> BackgroundUploader {
        phone.run { BackgroundUploader(identifier: "uploads", directory: directory) }
    }

    private var files: [String] {
        // A missing directory contains no files.
        (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    }

    @Test("An upload is handed over once, and its file is removed when it has ended")
    func uploads() async throws {
        let uploader = uploader()
        try await uploader.upload(request, body: Array("body".utf8), name: "push/1")
        try await uploader.upload(request, body: Array("other".utf8), name: "push/1")
        timeline.advance(by: .zero)

        #expect(begun.all.map(\.body) == [Data("body".utf8)])
        #expect(begun.all.map(\.request.httpMethod) == ["POST"])
        #expect(begun.all.map(\.request.url?.absoluteString) == ["https://example.org/push"])
        #expect(await uploader.inProgress == ["push/1"])
        #expect(files.count == 1)

        begun.all[0].succeed()
        timeline.advance(by: .zero)
        #expect(await uploader.inProgress.isEmpty)
        #expect(files.isEmpty)
    }

    @Test("Every completion handler is called, set before or after the events, or together")
    func handled() async throws {
        try await uploader().upload(request, body: [1], name: "a")
        timeline.advance(by: .zero)
        phone.terminate()
        begun.all[0].succeed()
        timeline.advance(by: .zero)
        phone.launch(.urlSession)
        let next = uploader()
        phone.finishLaunching()
        timeline.advance(by: .zero)

        // All events were delivered before the handler was set.
        await withCheckedContinuation { continuation in
            next.whenEventsAreHandled { continuation.resume() }
        }

        let (calls, call) = AsyncStream.makeStream(of: Int.self)
        try await next.upload(request, body: [1], name: "b")
        timeline.advance(by: .zero)
        for number in 1...2 { next.whenEventsAreHandled { call.yield(number) } }
        phone.enterBackground()
        phone.suspend()
        begun.all[1].succeed()
        timeline.advance(by: .seconds(1))
        var called = calls.makeAsyncIterator()
        #expect(await called.next() == 1)
        #expect(await called.next() == 2)
    }

    @Test("An upload of an earlier process is known, and its file is removed as well")
    func nextProcess() async throws {
        try await uploader().upload(request, body: [1], name: "a")
        timeline.advance(by: .zero)
        phone.terminate()
        phone.launch(.user)
        let next = uploader()
        #expect(await next.inProgress == ["a"])
        try await next.upload(request, body: [1], name: "a")
        timeline.advance(by: .zero)
        #expect(begun.all.count == 1)

        begun.all[0].succeed()
        timeline.advance(by: .zero)
        #expect(files.isEmpty)
    }
}
