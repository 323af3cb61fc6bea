import Foundation
import MutantSchemata
import Synchronization

/// Compiles rewritten files, each on its own and only once for the same content, also across runs.
final class Compilation: Sendable {
    /// A file that does not compile.
    struct Failure: Sendable {
        var file: Schemata.File
        var path: String
        var output: String

        /// The mutants that the compiler's errors point at; all of the file when they point at none,
        /// as a missing `return` does, which is reported at the end of the function.
        func culprits(_ schemata: Schemata) -> Set<String> {
            var found: Set<String> = []
            for line in output.split(separator: "\n") where line.hasPrefix(path + ":") {
                let parts = line.dropFirst(path.count + 1).split(separator: ":", maxSplits: 2)
                guard parts.count == 3, parts[2].hasPrefix(" error"), let row = Int(parts[0]),
                    let column = Int(parts[1])
                else { continue }
                found.formUnion(schemata.culprits(in: file, line: row, column: column))
            }
            return found.isEmpty ? schemata.keys(in: file) : found
        }
    }

    private let workspace: Workspace
    private let compilers: [String: ModuleCompiler]
    private let version: String
    private let objects = Mutex([String: URL]())

    /// Prepares the modules' compilers and compiles their run-time switches.
    init(_ workspace: Workspace, _ manifest: BuildManifest, modules: [String]) async throws {
        self.workspace = workspace
        var compilers: [String: ModuleCompiler] = [:]
        for module in modules {
            compilers[module] = try await ModuleCompiler(module, manifest, root: workspace.root)
        }
        self.compilers = compilers
        version = try workspace.productHash("")
        for module in modules { try await compileRuntime(module) }
    }

    /// The objects of rewritten files, by `Module/path`.
    var compiled: [String: URL] { objects.withLock { $0 } }

    /// The object that takes the place of each object of the usual build.
    var replacedObjects: [String: URL] {
        var replaced: [String: URL] = [:]
        for (name, object) in compiled {
            let module = String(name.prefix { $0 != "/" })
            let source = workspace.sources.appendingPathComponent(name)
            if let usual = compilers[module]?.usualObject(source) { replaced[usual] = object }
        }
        return replaced
    }

    /// The objects of the run-time switches.
    var runtimeObjects: [URL] {
        Set(compiled.keys.map { String($0.prefix { $0 != "/" }) }).sorted()
            .map { object("\($0)/\(SchemataRuntime.fileName)") }
    }

    /// Compiles files and returns those that fail.
    ///
    /// After `end` no further file is begun.
    func run(
        _ files: [Schemata.File],
        jobs: Int,
        until end: ContinuousClock.Instant
    ) async throws -> [Failure] {
        let failures = Mutex([Failure]())
        let broken = Mutex([any Error]())
        await forEach(files, jobs: jobs, while: { ContinuousClock.now < end }) { file in
            do {
                if let failure = try await self.compile(file) {
                    failures.withLock { $0.append(failure) }
                }
            } catch {
                broken.withLock { $0.append(error) }
            }
        }
        if let error = broken.withLock({ $0.first }) { throw error }
        return failures.withLock { $0 }
    }

    private func compile(_ file: Schemata.File) async throws -> Failure? {
        let name = "\(file.module)/\(file.path)"
        guard let compiler = compilers[file.module] else { return nil }
        objects.withLock { $0[name] = nil }
        let source = try write(Data(file.text), name)
        let original = workspace.sources.appendingPathComponent(name)
        let output = try await compile(source, name, Data(file.text)) { object in
            try await compiler.compile(
                source,
                replacing: original,
                runtime: self.rewritten("\(file.module)/\(SchemataRuntime.fileName)"),
                to: object
            )
        }
        if let output { return Failure(file: file, path: source.path, output: output) }
        objects.withLock { $0[name] = object(name) }
        return nil
    }

    private func compileRuntime(_ module: String) async throws {
        let name = "\(module)/\(SchemataRuntime.fileName)"
        let text = Data(SchemataRuntime.source.utf8)
        let source = try write(text, name)
        let output = try await compile(source, name, text) { object in
            try await self.compilers[module]?.compile(
                source,
                replacing: nil,
                runtime: source,
                to: object
            )
        }
        if let output { throw BuildError(log: output) }
    }

    /// Compiles unless the object was made of this text and these originals with these options.
    ///
    /// - Returns: the compiler's output, if it fails.
    private func compile(
        _ source: URL,
        _ name: String,
        _ text: Data,
        with compiler: (_ object: URL) async throws -> Execution?
    ) async throws -> String? {
        var hash = FNV1a()
        hash.add(version.utf8)
        hash.add((compilers[String(name.prefix { $0 != "/" })]?.version ?? "").utf8)
        hash.add(text)
        let (key, object) = (Data("\(hash.value)".utf8), object(name))
        let keyFile = object.appendingPathExtension("key")
        let isPresent = FileManager.default.fileExists(atPath: object.path)
        if isPresent, (try? Data(contentsOf: keyFile)) == key { return nil }
        try? FileManager.default.removeItem(at: keyFile)
        guard let execution = try await compiler(object) else { return nil }
        guard execution.outcome == .passed else {
            return execution.output + (execution.outcome == .timedOut ? "error: time limit" : "")
        }
        try key.write(to: keyFile)
        return nil
    }

    private func write(_ text: Data, _ name: String) throws -> URL {
        let url = rewritten(name)
        for directory in [url, object(name)] {
            try FileManager.default.createDirectory(
                at: directory.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
        }
        try text.write(to: url)
        return url
    }

    private func rewritten(_ name: String) -> URL {
        workspace.state.appendingPathComponent("Sources/\(name)")
    }

    private func object(_ name: String) -> URL {
        workspace.state.appendingPathComponent("objects/\(name).o")
    }
}
