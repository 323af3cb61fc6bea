import Foundation
import MutantSchemata

/// Builds the package with all mutants; leaves out those that do not compile.
struct SchemataBuild {
    private let workspace: Workspace
    /// Mutants that do not compile, kept between runs.
    private var rejectedFile: URL { workspace.state.appendingPathComponent("rejected.txt") }
    private static let maximumRounds = 25

    init(_ workspace: Workspace) {
        self.workspace = workspace
    }

    /// Rewrites the modules and builds until everything compiles.
    ///
    /// The sources of other modules are the originals.
    ///
    /// - sample: compiles only these mutants; all if `nil`.
    func build(modules: [String], only sample: Sample?) throws -> Schemata {
        let all = try FileManager.default.contentsOfDirectory(atPath: workspace.originals.path)
        var rejected = Set(
            ((try? String(contentsOf: rejectedFile, encoding: .utf8)) ?? "")
                .split(separator: "\n").map(String.init)
        )
        for round in 1...Self.maximumRounds {
            func find(only: Set<String>?) throws -> Schemata {
                try Schemata(
                    modules: modules,
                    signatures: all,
                    in: workspace.originals,
                    rejected: rejected,
                    only: only
                )
            }
            var schemata = try find(only: nil)
            if let sample {
                let keys = sample.of(schemata).map { schemata.mutants[$0].key }
                schemata = try find(only: Set(keys))
            }
            try write(schemata, modules: modules, all: all)
            note("Building \(schemata.live.count) mutants (round \(round))")
            let output = try swiftBuild()
            guard output.code != 0 else { return schemata }
            let culprits = try culprits(in: output.text, schemata)
            guard !culprits.isEmpty else {
                throw BuildError(log: output.text)
            }
            rejected.formUnion(culprits)
            note("\(culprits.count) mutants do not compile")
            try rejected.sorted().joined(separator: "\n")
                .write(to: rejectedFile, atomically: true, encoding: .utf8)
        }
        throw BuildError(log: "Mutants still do not compile after \(Self.maximumRounds) rounds.")
    }

    private func write(_ schemata: Schemata, modules: [String], all: [String]) throws {
        for file in schemata.files {
            try replace("\(file.module)/\(file.path)", with: Data(file.text))
        }
        for module in all {
            let runtime = "\(module)/\(SchemataRuntime.fileName)"
            if modules.contains(module) {
                try replace(runtime, with: Data(SchemataRuntime.source.utf8))
            } else {
                try? FileManager.default.removeItem(
                    at: workspace.sources.appendingPathComponent(runtime)
                )
                try restore(module)
            }
        }
    }

    /// Gives a module its original files.
    private func restore(_ module: String) throws {
        let root = workspace.originals.appendingPathComponent(module)
        let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }
        for path in paths ?? [] where path.hasSuffix(".swift") {
            try replace(
                "\(module)/\(path)",
                with: Data(contentsOf: root.appendingPathComponent(path))
            )
        }
    }

    /// Writes a file unless it has this content, so that nothing is compiled needlessly.
    private func replace(_ path: String, with data: Data) throws {
        let url = workspace.sources.appendingPathComponent(path)
        if let present = try? Data(contentsOf: url), present == data { return }
        try data.write(to: url)
    }

    private func swiftBuild() throws -> (code: Int32, text: String) {
        let log = workspace.state.appendingPathComponent("build.log")
        try Data().write(to: log)
        let handle = try FileHandle(forWritingTo: log)
        let process = Process()
        process.executableURL = workspace.root.appendingPathComponent("scripts/swift")
        process.arguments = ["build", "--build-tests"]
        process.currentDirectoryURL = workspace.root
        process.standardOutput = handle
        process.standardError = handle
        try process.run()
        process.waitUntilExit()
        try handle.close()
        let text = String(decoding: try Data(contentsOf: log), as: UTF8.self)
        return (process.terminationStatus, text)
    }

    /// The mutants that the compiler's errors point at.
    private func culprits(in log: String, _ schemata: Schemata) throws -> Set<String> {
        let prefix = workspace.sources.path + "/"
        let files = Dictionary(
            uniqueKeysWithValues: schemata.files.map { ("\($0.module)/\($0.path)", $0) }
        )
        var found: Set<String> = []
        for line in log.split(separator: "\n") where line.hasPrefix(prefix) {
            let parts = line.dropFirst(prefix.count).split(separator: ":", maxSplits: 3)
            guard parts.count == 4, parts[3].hasPrefix(" error"), let row = Int(parts[1]),
                let column = Int(parts[2]), let file = files[String(parts[0])]
            else { continue }
            found.formUnion(schemata.culprits(in: file, line: row, column: column))
        }
        return found
    }
}

/// The build fails for another reason than a mutant.
struct BuildError: Error, CustomStringConvertible {
    var log: String

    var description: String {
        "The build fails, not because of a mutant:\n"
            + log.split(separator: "\n").filter { $0.contains("error") }.prefix(20)
            .joined(separator: "\n")
    }
}

/// Writes a line of progress.
func note(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
}
