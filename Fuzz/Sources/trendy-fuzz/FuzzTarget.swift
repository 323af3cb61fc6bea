#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A parser that libFuzzer drives, with the properties that must hold of what it reads.
protocol FuzzTarget {
    init()

    /// Parses one input; ends the process through ``claim(_:_:)`` where a property does not hold.
    mutating func run(_ input: UnsafeRawBufferPointer)
}

/// The targets by the name that `TRENDY_FUZZ_TARGET` gives.
enum FuzzTargets {
    static var all: [String: any FuzzTarget.Type] {
        [
            "json": JSONTarget.self,
            "push": PushTarget.self,
            "tokens": TokenTarget.self,
            "cursors": CursorTarget.self,
            "headers": HeaderTarget.self,
            "stream": StreamTarget.self,
            "export": ExportTarget.self,
            "gpx": TrackTarget.self,
        ]
    }

    /// The target of this process; ends it when there is none of that name.
    static func selected() -> any FuzzTarget {
        let name = getenv("TRENDY_FUZZ_TARGET").map { String(cString: $0) } ?? ""
        guard let target = all[name] else {
            let names = all.keys.sorted().joined(separator: ", ")
            report("Set TRENDY_FUZZ_TARGET to one of: \(names).")
            exit(64)
        }
        return target.init()
    }
}

/// Ends the process with the sentence, so that libFuzzer keeps the input, when a property does
/// not hold.
func claim(_ holds: Bool, _ sentence: @autoclosure () -> String) {
    if holds { return }
    report("CLAIM FAILED: \(sentence())")
    abort()
}

private func report(_ text: String) {
    var line = text + "\n"
    line.withUTF8 { text in _ = write(STDERR_FILENO, text.baseAddress, text.count) }
}
