import Foundation
import PhoneFoundation
import SimulatedPhone
import Synchronization
import Testing

import struct FoundationNetworking.URLRequest
import class PhoneFoundation.URLSession
import class PhoneFoundation.URLSessionConfiguration
import class PhoneFoundation.URLSessionTask
import protocol PhoneFoundation.URLSessionTaskDelegate

struct TransferTests {
    private let timeline = ManualTimeline()
    private let phone: Phone
    private let log = Log()
    private let file: URL

    private final class Log: NSObject, URLSessionTaskDelegate {
        private let lines = Mutex<[String]>([])
        private let begun = Mutex<[BackgroundTransfer]>([])
        var all: [String] { lines.withLock { $0 } }
        var transfers: [BackgroundTransfer] { begun.withLock { $0 } }

        func begin(_ transfer: BackgroundTransfer) { begun.withLock { $0.append(transfer) } }

        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            didCompleteWithError error: (any Error)?
        ) {
            let code = (error as NSError?).map { " \($0.code)" } ?? ""
            lines.withLock { $0.append("\(task.taskDescription ?? "")\(code)") }
        }

        func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
            lines.withLock { $0.append("finished") }
        }
    }

    init() throws {
        phone = Phone(timeline: timeline, randomness: SeededRandomness(seed: 1))
        file = FileManager.default.temporaryDirectory.appendingPathComponent("upload-\(UUID())")
        try Data("body".utf8).write(to: file)
        phone.onBackgroundTransfer = { [log] in log.begin($0) }
        phone.launch(.user)
    }

    private func session() -> URLSession {
        phone.run {
            URLSession(
                configuration: .background(withIdentifier: "uploads"),
                delegate: log,
                delegateQueue: nil
            )
        }
    }

    private func upload(_ name: String) throws {
        let url = try #require(URL(string: "https://example.org/\(name)"))
        let task = session().uploadTask(with: URLRequest(url: url), fromFile: file)
        task.taskDescription = name
        task.resume()
        timeline.advance(by: .zero)
    }

    @Test("An upload sends the file's content and reports its end")
    func uploads() async throws {
        try upload("a")
        #expect(log.transfers.map(\.body) == [Data("body".utf8)])
        #expect(log.transfers.map(\.request.url?.path) == ["/a"])
        #expect(await session().allTasks.map(\.taskDescription) == ["a"])

        log.transfers[0].succeed()
        timeline.advance(by: .zero)

        #expect(log.all == ["a"])
        #expect(await session().allTasks.isEmpty)
    }

    @Test("An upload waits for a network and is retried after an interruption")
    func waits() throws {
        phone.network = .none
        try upload("a")
        #expect(log.transfers.isEmpty)
        phone.network = .wiFi
        timeline.advance(by: .zero)
        #expect(log.transfers.count == 1)

        log.transfers[0].interrupt()
        timeline.advance(by: .seconds(61))
        #expect(log.transfers.count == 2)
    }

    @Test("An app that is not running is launched once for all ended uploads")
    func launches() throws {
        phone.onLaunchRequest = { [self] reason in
            #expect(reason == .urlSession)
            phone.launch(reason)
            _ = session()
        }
        try upload("a")
        try upload("b")
        phone.terminate()
        log.transfers[1].succeed()
        timeline.advance(by: .seconds(1))
        #expect(phone.process == .notRunning)

        log.transfers[0].succeed()
        timeline.advance(by: .seconds(1))

        #expect(phone.process == .background)
        #expect(log.all == ["a", "b", "finished"])
    }

    @Test("A suspended app is woken for the end of its uploads")
    func wakes() throws {
        try upload("a")
        phone.enterBackground()
        timeline.advance(by: .seconds(10))
        #expect(phone.process == .suspended)
        log.transfers[0].succeed()
        timeline.advance(by: .zero)
        #expect(log.all == ["a", "finished"])
    }

    @Test("A force quit cancels uploads and reports them at the next start")
    func forceQuit() throws {
        try upload("a")
        phone.forceQuit()
        log.transfers[0].succeed()
        timeline.advance(by: .seconds(1))
        #expect(phone.process == .notRunning)
        #expect(phone.backgroundTransfers.isEmpty)

        phone.launch(.user)
        _ = session()
        timeline.advance(by: .zero)
        #expect(log.all == ["a \(NSURLErrorCancelled)", "finished"])
    }
}
