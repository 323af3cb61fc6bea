import Foundation

/// Compiles single files of a module in place of the original ones.
///
/// A mutant changes only bodies, so the module's interface, and with it every other object of the
/// usual build, stays valid.
struct ModuleCompiler: Sendable {
    /// The original sources of the module, in the compiler's order.
    private let sources: [String]
    private let flags: [String]
    private let program: String
    /// The object that the usual build makes of each source.
    private let objects: [String: String]
    private let root: URL

    private struct Outputs: Decodable { var object: String? }

    /// Options of the usual build that make other files, and those that refuse warnings.
    private static let dropped: Set = [
        "-emit-dependencies", "-emit-module", "-incremental", "-enable-batch-mode",
        "-serialize-diagnostics", "-parseable-output", "-emit-objc-header", "-warnings-as-errors",
    ]
    private static let droppedWithValue: Set = [
        "-emit-module-path", "-output-file-map", "-index-store-path", "-emit-objc-header-path",
    ]

    /// Asks the compiler driver for its command for one file.
    init(_ module: String, _ manifest: BuildManifest, root: URL) async throws {
        self.root = root
        let usual = try manifest.compile(module)
        let map = URL(fileURLWithPath: BuildManifest.value("-output-file-map", usual) ?? "")
        objects = try JSONDecoder()
            .decode([String: Outputs].self, from: Data(contentsOf: map))
            .compactMapValues(\.object)

        var arguments: [String] = []
        var rest = usual[...]
        while let argument = rest.popFirst() {
            if Self.droppedWithValue.contains(argument) {
                rest = rest.dropFirst()
            } else if !Self.dropped.contains(argument) {
                arguments.append(argument)
            }
        }
        arguments += ["-driver-filelist-threshold=1000000", "-driver-print-jobs"]
        // The shell undoes the quoting of the printed command.
        let job = try await Execution.run(
            URL(fileURLWithPath: "/bin/bash"),
            ["-c", "jobs=$(\"$@\") && eval \"printf '%s\\n' ${jobs%%$'\\n'*}\"", "jobs"]
                + arguments,
            environment: [:],
            in: root,
            limit: 60
        )
        var words = job.output.split(separator: "\n").map(String.init)
        guard job.outcome == .passed, let first = words.first else {
            throw BuildError(log: job.output)
        }
        program = first
        let known = Set(objects.keys)
        sources = words.filter(known.contains)
        if let output = words.firstIndex(of: "-o") { words.removeSubrange(output...output + 1) }
        flags = words.dropFirst().filter {
            !known.contains($0) && !["-frontend", "-c", "-primary-file"].contains($0)
                && !$0.hasPrefix("-warn-long-")
        }
    }

    /// The compiler and its options, which decide what an object contains.
    var version: String { ([program] + flags).joined(separator: " ") }

    /// The object of the usual build for a source, or `nil` if the build does not know the source.
    func usualObject(_ source: URL) -> String? { objects[source.path] }

    /// Compiles a file that replaces an original, or one in addition.
    ///
    /// - original: the source that is left out for it, if any.
    /// - runtime: a source that every file may use.
    func compile(
        _ file: URL,
        replacing original: URL?,
        runtime: URL,
        to object: URL
    ) async throws -> Execution {
        var inputs = sources.flatMap { source in
            source == original?.path ? ["-primary-file", file.path] : [source]
        }
        inputs += original == nil ? ["-primary-file", file.path] : [runtime.path]
        return try await Execution.run(
            URL(fileURLWithPath: program),
            ["-frontend", "-c"] + inputs + flags + ["-o", object.path],
            environment: [:],
            in: root,
            limit: 300
        )
    }
}
