import TrendyHealth
import TrendyModel

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The samples of one category on disk in sorted runs, so that an export of any size needs the same
/// memory.
final class SampleSpool {
    /// A sample in its format on disk, ordered by start.
    struct Record {
        var start: Int64
        var end: Int64
        var value: Double
        var source: UInt32
        var flags: UInt32

        static let isUserEntered: UInt32 = 1
        /// The type's index is in the second byte.
        static let typeShift: UInt32 = 8

        static func precedes(_ left: Record, _ right: Record) -> Bool {
            if left.start != right.start { return left.start < right.start }
            if left.end != right.end { return left.end < right.end }
            // Source indices differ between two readings of an export, so they are compared last.
            if left.value != right.value { return left.value < right.value }
            return left.source < right.source
        }
    }

    private struct Run {
        var fileOffset: Int
        var count: Int
        var first: Int64
        var last: Int64
        /// The start of every ``indexStep``-th record.
        var index: [Int64]
    }

    private static let runCapacity = 49_152
    /// The number of samples up to which a kind needs no file.
    private static let maximumInMemory = 1024
    private static let indexStep = 512
    /// The length above which samples are kept apart.
    ///
    /// They are few, and without them a query need not search far back for samples that overlap its
    /// span.
    private static let longMilliseconds: Int64 = 6 * 3_600_000

    /// The maximum number of such long samples; one a night is usual.
    private static let maximumLong = 500_000

    /// The temporary file; created when the first run is written, because most kinds have few
    /// samples.
    private var descriptor: Int32?
    private let directory: String
    private var buffer: [Record] = []
    private var runs: [Run] = []
    private var long: [Record] = []
    private var fileBytes = 0
    private(set) var days = DaySet()

    /// Whether it has no samples.
    var isEmpty: Bool { buffer.isEmpty && runs.isEmpty && long.isEmpty }

    /// Whether there are implausibly many samples at a time, so that reading them back would use
    /// too much memory.
    var isOverfull: Bool { days.isOverfull || long.count > Self.maximumLong }

    init(directory: String) {
        self.directory = directory
    }

    deinit {
        if let descriptor { close(descriptor) }
    }

    private func openFile() throws(ImportError) -> Int32 {
        if let descriptor { return descriptor }
        var template = Array("\(directory)/trendy-import-XXXXXX".utf8CString)
        let opened = mkstemp(&template)
        guard opened >= 0 else {
            throw ImportError(
                .noSpace,
                path: directory,
                "Temporary files cannot be created here (\(String(cString: strerror(errno)))). "
                    + "Set TMPDIR to a directory with free space."
            )
        }
        // The open file is deleted at once, so that nothing remains however the process ends.
        unlink(template)
        descriptor = opened
        return opened
    }

    func append(_ sample: HealthSample) throws(ImportError) {
        let record = Record(
            start: sample.start.milliseconds,
            end: sample.end.milliseconds,
            value: sample.value,
            source: UInt32(sample.source),
            flags: (sample.isUserEntered ? Record.isUserEntered : 0)
                | UInt32(sample.type) << Record.typeShift
        )
        days.insert(from: sample.start, to: sample.end)
        if record.end - record.start > Self.longMilliseconds {
            long.append(record)
            return
        }
        buffer.append(record)
        if buffer.count == Self.runCapacity { try flush() }
    }

    /// Sorts the samples, and writes those in memory to disk unless they are few.
    ///
    /// Call it after the last append.
    func finish() throws(ImportError) {
        long.sort(by: Record.precedes)
        if runs.isEmpty, buffer.count <= Self.maximumInMemory {
            buffer.sort(by: Record.precedes)
            return
        }
        try flush()
        buffer = []
    }

    /// Returns the samples that overlap a time span, sorted.
    func samples(in span: Range<Instant>) throws(ImportError) -> [HealthSample] {
        let from = span.lowerBound.milliseconds
        let to = span.upperBound.milliseconds
        var found: [Record] = []
        for run in runs where run.first < to && run.last >= from - Self.longMilliseconds {
            try read(run, from: from, to: to, into: &found)
        }
        for record in buffer where record.start < to {
            if Self.reaches(record, from) { found.append(record) }
        }
        for record in long where record.start < to && record.end > from { found.append(record) }
        found.sort(by: Record.precedes)
        return found.map { record in
            HealthSample(
                start: Instant(milliseconds: record.start),
                end: Instant(milliseconds: record.end),
                value: record.value,
                source: Int(record.source),
                isUserEntered: record.flags & Record.isUserEntered != 0,
                type: UInt8(truncatingIfNeeded: record.flags >> Record.typeShift)
            )
        }
    }

    /// Whether a record that starts before the end of a span reaches into it.
    private static func reaches(_ record: Record, _ from: Int64) -> Bool {
        // A sample of zero length counts when it is within the span.
        record.end > record.start ? record.end > from : record.start >= from
    }

    /// Writes the samples in memory to disk as a run.
    func flush() throws(ImportError) {
        guard let first = buffer.first else { return }
        let descriptor = try openFile()
        buffer.sort(by: Record.precedes)
        var run = Run(
            fileOffset: fileBytes,
            count: buffer.count,
            first: first.start,
            last: first.start,
            index: []
        )
        run.first = buffer[0].start
        run.last = buffer[buffer.count - 1].start
        run.index = stride(from: 0, to: buffer.count, by: Self.indexStep).map { buffer[$0].start }
        let isWritten = buffer.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let result = pwrite(
                    descriptor,
                    bytes.baseAddress.map { $0 + written },
                    bytes.count - written,
                    off_t(fileBytes + written)
                )
                if result < 0, errno == EINTR { continue }
                guard result > 0 else { return false }
                written += result
            }
            return true
        }
        guard isWritten else {
            throw ImportError(
                .noSpace,
                path: directory,
                "The disk is full. The import needs temporary space of about a tenth of the "
                    + "export's size. Free some space or set TMPDIR to another disk. Nothing was "
                    + "stored."
            )
        }
        fileBytes += buffer.count * MemoryLayout<Record>.stride
        runs.append(run)
        buffer.removeAll(keepingCapacity: buffer.count == Self.runCapacity)
    }

    private func read(
        _ run: Run,
        from: Int64,
        to: Int64,
        into found: inout [Record]
    ) throws(ImportError) {
        let firstBlock = max(
            0,
            partition(run.index) { $0 < from - Self.longMilliseconds } - 1
        )
        let endBlock = partition(run.index) { $0 < to }
        let start = firstBlock * Self.indexStep
        let end = min(endBlock * Self.indexStep, run.count)
        guard start < end else { return }
        guard let descriptor else { return }
        let stride = MemoryLayout<Record>.stride
        let records = [Record](unsafeUninitializedCapacity: end - start) { buffer, count in
            let bytes = UnsafeMutableRawBufferPointer(buffer)
            let read = pread(
                descriptor,
                bytes.baseAddress,
                (end - start) * stride,
                off_t(run.fileOffset + start * stride)
            )
            count = max(0, read) / stride
        }
        guard records.count == end - start else {
            throw ImportError(
                .cannotRead,
                path: directory,
                "The temporary files cannot be read back. Try again."
            )
        }
        for record in records where record.start < to {
            if Self.reaches(record, from) { found.append(record) }
        }
    }

    /// The number of leading elements of a sorted array that satisfy `test`.
    private func partition(_ starts: [Int64], _ test: (Int64) -> Bool) -> Int {
        var low = 0
        var high = starts.count
        while low < high {
            let middle = (low + high) / 2
            if test(starts[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
