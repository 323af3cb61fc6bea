import Foundation
import TrendyImport

/// Writes samples on a thread of its own, while the export is read on another.
///
/// Reading and writing take about the same time, so together they take about half. Tags are copied
/// in batches; a few are in flight, so memory is bounded.
///
/// `@unchecked Sendable`: the writer and the batch being written belong to the thread; everything
/// else is accessed under the lock, or by the reading thread only.
final class PipelinedSink: ExportRecordSink, @unchecked Sendable {
    /// The number of batches between the two threads.
    private static let maximumWaiting = 2

    private let lock = NSCondition()
    private var waiting: [BatchBox] = []
    private var free: [BatchBox] = []
    private var isClosed = false
    private var hasEnded = false
    private var failure: (any Error)?
    /// The batch that the reading thread fills.
    private var current = BatchBox()
    private var writer: SampleWriter

    private final class BatchBox {
        var batch = TagBatch()
    }

    init(_ writer: SampleWriter) {
        self.writer = writer
        let thread = Thread { self.run() }
        thread.name = "trendy-archive"
        thread.start()
    }

    func open(_ element: ExportElement) throws {
        current.batch.append(element)
        if current.batch.isFull { try passOn() }
    }

    func close(_ name: UnsafeRawBufferPointer) throws {
        current.batch.append(close: name)
        if current.batch.isFull { try passOn() }
    }

    /// Writes what is left, and waits for the thread.
    ///
    /// Throws the error of the first write that failed.
    func finish() throws -> SampleImportSummary {
        try passOn()
        end()
        if let failure { throw failure }
        try writer.finish()
        try writer.cleanUp()
        return writer.summary
    }

    /// Drops what is left, and waits for the thread.
    func cancel() {
        lock.withLock { waiting.removeAll() }
        end()
    }

    /// Passes the current batch to the thread; waits while it has enough to do.
    private func passOn() throws {
        try lock.withLock {
            while waiting.count >= Self.maximumWaiting, failure == nil { lock.wait() }
            if let failure { throw failure }
            waiting.append(current)
            current = free.popLast() ?? BatchBox()
            lock.broadcast()
        }
    }

    private func end() {
        lock.withLock {
            isClosed = true
            lock.broadcast()
            while !hasEnded { lock.wait() }
        }
    }

    private func run() {
        while let box = next() {
            do {
                try box.batch.write(to: &writer)
                box.batch.clear()
                lock.withLock { free.append(box) }
            } catch {
                lock.withLock {
                    failure = error
                    lock.broadcast()
                }
                break
            }
        }
        lock.withLock {
            hasEnded = true
            lock.broadcast()
        }
    }

    /// The next batch; `nil` at the end.
    private func next() -> BatchBox? {
        lock.withLock {
            while waiting.isEmpty, !isClosed { lock.wait() }
            guard !waiting.isEmpty else { return nil }
            let box = waiting.removeFirst()
            lock.broadcast()
            return box
        }
    }
}
