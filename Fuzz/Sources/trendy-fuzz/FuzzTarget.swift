#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A parser under fuzzing, with the invariants of its results.
protocol FuzzTarget {
    init()

    /// Parses one input; crashes the process through ``expect(_:_:)`` when an invariant fails.
    mutating func run(_ input: UnsafeRawBufferPointer)
}

/// The targets, by the name in `TRENDY_FUZZ_TARGET`.
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

    /// The target of this process; exits without a target of that name.
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

/// Crashes the process with a message when an invariant is violated, so that libFuzzer keeps the
/// input.
func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
    if condition { return }
    report("INVARIANT FAILED: \(message())")
    abort()
}

private func report(_ text: String) {
    var line = text + "\n"
    line.withUTF8 { text in _ = write(STDERR_FILENO, text.baseAddress, text.count) }
}
