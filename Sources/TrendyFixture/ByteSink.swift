import Foundation
import TrendyModel

/// A destination for full buffers.
protocol ByteDestination: AnyObject {
    func write(_ bytes: UnsafeRawBufferPointer) throws
}

/// A write buffer of 1 MiB in front of a destination; without a destination it only counts bytes.
///
/// The first error is stored and thrown by ``check()``, so that appends need not throw.
final class ByteSink {
    private static let capacity = 1 << 20

    private let destination: (any ByteDestination)?
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
    private let offsetSeconds: Int64
    private let offsetText: [UInt8]
    private var used = 0
    private var flushed: Int64 = 0
    private var failure: (any Error)?
    private var cachedDay = Int64.min
    private var cachedDayText: [UInt8] = []
    var onFlush: ((Int64) -> Void)?

    /// - `offsetSeconds`: the UTC offset with which every date is printed.
    init(_ destination: (any ByteDestination)?, offsetSeconds: Int64 = 0) {
        self.destination = destination
        self.offsetSeconds = offsetSeconds
        let minutes = Int(abs(offsetSeconds) / 60)
        offsetText =
            [0x20, offsetSeconds < 0 ? 0x2D : 0x2B] + twoDigits(minutes / 60)
            + twoDigits(minutes % 60)
    }

    deinit { buffer.deallocate() }

    var count: Int64 { flushed + Int64(used) }

    /// Throws the first error of the earlier appends.
    func check() throws {
        if let failure { throw failure }
    }

    /// Flushes the buffer.
    func finish() throws {
        flush()
        try check()
    }

    func text(_ text: StaticString) {
        append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    func text(_ text: String) {
        bytes(Array(text.utf8))
    }

    func bytes(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { append($0) }
    }

    /// Appends a date such as `2026-04-12 21:59:00 +0200`.
    func date(_ seconds: Int64) {
        let local = seconds + offsetSeconds
        let day = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
        if day != cachedDay {
            cachedDay = day
            cachedDayText = Array(CalendarDay(daysSinceEpoch: Int(day)).description.utf8)
        }
        let rest = Int(local - day * 86_400)
        bytes(cachedDayText)
        reserve(9)
        buffer[used] = 0x20
        put(rest / 3600, at: used + 1)
        buffer[used + 3] = 0x3A
        put(rest / 60 % 60, at: used + 4)
        buffer[used + 6] = 0x3A
        put(rest % 60, at: used + 7)
        used += 9
        bytes(offsetText)
    }

    /// Appends `scaled` divided by 10^`decimals`, without trailing zeros.
    func decimal(_ scaled: Int, decimals: Int) {
        var digits = decimals
        var rest = scaled
        while digits > 0, rest % 10 == 0 {
            rest /= 10
            digits -= 1
        }
        reserve(24)
        var end = used + 24
        var written = 0
        repeat {
            if written == digits, digits > 0 {
                end -= 1
                buffer[end] = 0x2E
            }
            end -= 1
            buffer[end] = UInt8(48 + rest % 10)
            rest /= 10
            written += 1
        } while rest > 0 || written < digits + 1
        let length = used + 24 - end
        for index in 0..<length { buffer[used + index] = buffer[end + index] }
        used += length
    }

    private func put(_ value: Int, at position: Int) {
        buffer[position] = UInt8(48 + value / 10)
        buffer[position + 1] = UInt8(48 + value % 10)
    }

    private func append(_ bytes: UnsafeRawBufferPointer) {
        var bytes = bytes
        while let base = bytes.baseAddress, !bytes.isEmpty {
            reserve(1)
            let part = min(bytes.count, Self.capacity - used)
            buffer.baseAddress?.advanced(by: used).copyMemory(from: base, byteCount: part)
            used += part
            bytes = UnsafeRawBufferPointer(rebasing: bytes[part...])
        }
    }

    private func reserve(_ room: Int) {
        if used + room > Self.capacity { flush() }
    }

    private func flush() {
        let full = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<used])
        flushed += Int64(used)
        used = 0
        guard failure == nil else { return }
        do {
            try destination?.write(full)
            onFlush?(flushed)
        } catch {
            failure = error
        }
    }
}

func twoDigits(_ value: Int) -> [UInt8] {
    [UInt8(48 + value / 10 % 10), UInt8(48 + value % 10)]
}
