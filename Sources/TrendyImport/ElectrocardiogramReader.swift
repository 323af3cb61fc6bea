import Foundation
import TrendyHealth

/// Reads the electrocardiograms of an export, which are CSV files beside its XML.
///
/// Files are read one after the other in constant memory, without their voltages. A damaged or
/// oversized file affects no other file.
struct ElectrocardiogramReader {
    /// The maximum number of files: five a day for ten years.
    static let maximumFiles = 20_000
    /// The maximum file size; a recording of 30 seconds makes 0.2 MB.
    static let maximumFileBytes: Int64 = 16 << 20
    /// The folder of the files; some languages have another name for it.
    private static let folder = "electrocardiograms"
    private static let blockBytes = 64 * 1024

    /// The electrocardiograms in the order of the files.
    private(set) var samples: [SummarySample] = []
    /// The files that could not be read.
    private(set) var unreadable: [ImportSummary.UnreadFile] = []
    /// The number of unpacked bytes.
    private(set) var bytes: Int64 = 0
    private var files = 0

    /// Reads all files.
    ///
    /// - `isKnownDamage`: whether the XML is damaged, so that a zip that ends early is reported.
    /// - `progress`: receives the bytes read so far.
    ///
    /// Throws only `CancellationError`.
    mutating func read(
        from location: ExportLocation,
        isKnownDamage: Bool,
        progress: (Int64) -> Void
    ) throws {
        switch location {
        case .archive(let path, let limitBytes):
            do {
                try readArchive(path, limitBytes: limitBytes, progress)
            } catch let error as ImportError {
                // One report suffices: about the XML, about the file where the zip ends, or this.
                guard !isKnownDamage, unreadable.isEmpty else { return }
                unreadable.append(.init(path: Self.folder, message: error.message))
            }
        case .folder(let path):
            let folder = path + "/" + Self.folder
            // Without the folder, the export has no electrocardiograms.
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            for name in names.sorted() where Self.isCandidate(name) {
                try Task.checkCancellation()
                let relative = Self.folder + "/" + name
                do {
                    let file = try OpenFile(path: folder + "/" + name, isRegular: true)
                    try read(FileStream(file), relative, Self.maximumFileBytes)
                } catch let error as ImportError {
                    unreadable.append(.init(path: relative, message: error.message))
                }
                progress(bytes)
            }
        }
    }

    private mutating func readArchive(
        _ path: String,
        limitBytes: Int64,
        _ progress: (Int64) -> Void
    ) throws {
        let archive = try ZipArchive(path: path)
        while let entry = try archive.next() {
            try Task.checkCancellation()
            guard let name = entry.name, Self.isCandidate(name) else { continue }
            if let format = entry.foreignPacking {
                unreadable.append(
                    .init(path: name, message: "Its compression method is unknown (\(format)).")
                )
                continue
            }
            try read(
                ZipFileStream(archive),
                name,
                min(Self.maximumFileBytes, limitBytes - bytes)
            )
            progress(bytes)
        }
    }

    /// Whether a file may be an electrocardiogram.
    private static func isCandidate(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        guard let name = parts.last else { return false }
        return name.lowercased().hasSuffix(".csv") && !name.hasPrefix("._")
            && !parts.contains("__MACOSX")
    }

    /// Reads a file.
    ///
    /// A file without the header of an electrocardiogram counts only when it is in their folder.
    private mutating func read(
        _ stream: any ExportStream,
        _ name: String,
        _ limitBytes: Int64
    ) throws {
        guard files < Self.maximumFiles else {
            return unreadable.append(.init(path: name, message: "There are too many."))
        }
        files += 1
        let limited = LimitedStream(
            stream,
            path: name,
            content: "electrocardiogram",
            limitBytes: limitBytes
        )
        defer { bytes += limited.readBytes }
        do {
            let head = try Self.head(of: limited)
            if let file = ElectrocardiogramFile(head: head) {
                samples.append(file.sample)
            } else if name.split(separator: "/").contains(Substring(Self.folder)) {
                unreadable.append(
                    .init(path: name, message: "It has no date, or no classification.")
                )
            }
        } catch let error as ImportError {
            unreadable.append(.init(path: name, message: error.message))
        }
    }

    /// The first bytes of a file, which is read to its end to detect damage.
    private static func head(of stream: LimitedStream) throws -> [UInt8] {
        var head: [UInt8] = []
        var block = [UInt8](repeating: 0, count: blockBytes)
        while true {
            try Task.checkCancellation()
            let result = block.withUnsafeMutableBytes { buffer -> Result<Int, ImportError> in
                do throws(ImportError) {
                    return .success(try stream.read(into: buffer))
                } catch {
                    return .failure(error)
                }
            }
            let count = try result.get()
            guard count > 0 else { return head }
            head += block.prefix(min(count, ElectrocardiogramFile.headBytes - head.count))
        }
    }
}
