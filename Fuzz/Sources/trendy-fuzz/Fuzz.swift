import TrendyImport

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

private let executor = InlineExecutor()
private let scratch = ScratchFile()

/// What libFuzzer calls with each input.
///
/// Anything may be thrown, nothing may crash, hang or grow.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = FuzzInput(UnsafeRawBufferPointer(start: bytes, count: count))
    if input.isTrack {
        scratch.write(input.file)
        TrackCheck(path: scratch.path).run()
        return 0
    }
    let export = read(input.file)
    if let export { executor.run { await ExportCheck(export).run() } }
    // A zip in a zip is no export, but it is one by itself.
    if let zipped = input.zipped, !zipped.starts(with: "PK".utf8) {
        let bare = read(zipped)
        claim(
            bare.map(comparable) == export.map(comparable) && bare?.sources == export?.sources,
            "A zip reads like the XML in it"
        )
    }
    return 0
}

/// What does not depend on where routes are looked for: in a zip the XML itself may be named as one.
private func comparable(_ export: AppleHealthExport) -> ImportSummary {
    var summary = export.summary
    summary.firstUnreadRoute = nil
    return summary
}

private func read(_ file: [UInt8]) -> AppleHealthExport? {
    scratch.write(file)
    do {
        return try AppleHealthExport.read(path: scratch.path, spoolDirectory: scratch.directory)
    } catch {
        claim(error is ImportError, "Reading throws what it does not promise: \(error)")
        return nil
    }
}

/// Ends the process, so that the input is kept, where what must hold does not.
func claim(_ holds: Bool, _ sentence: @autoclosure () -> String) {
    if holds { return }
    var line = "CLAIM FAILED: \(sentence())\n"
    line.withUTF8 { text in _ = write(STDERR_FILENO, text.baseAddress, text.count) }
    abort()
}
