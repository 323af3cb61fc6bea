import Foundation
import MutantSchemata

/// Compiles the rewritten files and links them with the objects of the usual build; leaves out
/// mutants that do not compile.
struct SchemataBuild {
    private let workspace: Workspace
    private let jobs: Int
    /// Mutants that do not compile, kept between runs.
    private var rejectedFile: URL { workspace.state.appendingPathComponent("rejected.txt") }
    /// The compiler finds mistakes in several passes, and an error can hide others.
    private static let maximumRounds = 25

    init(_ workspace: Workspace, jobs: Int) {
        self.workspace = workspace
        self.jobs = jobs
    }

    /// Rewrites the modules, compiles until everything does, and links.
    ///
    /// - sample: compiles only these mutants; all if `nil`.
    /// - minutes: files that are not compiled after this time keep their original, so that none of
    ///   their mutants is live; 0 for no limit.
    /// - executables: links also the executables that tests start.
    func build(
        modules: [String],
        only sample: Sample?,
        minutes: Double,
        executables: Bool
    ) async throws -> Schemata {
        let end = ContinuousClock.now + .seconds(minutes == 0 ? 1e9 : minutes * 60)
        let all = try FileManager.default.contentsOfDirectory(atPath: workspace.sources.path)
        let parsed = try ParsedModules(modules, signatures: all, in: workspace.sources)
        var rejected = Set(
            ((try? String(contentsOf: rejectedFile, encoding: .utf8)) ?? "")
                .split(separator: "\n").map(String.init)
        )
        var chosen: Set<String>?
        if let sample {
            let schemata = Schemata(parsed, rejected: [])
            chosen = Set(sample.of(schemata).map { schemata.mutants[$0].key })
        }
        let manifest = try BuildManifest(workspace.manifest)
        let compilation = try await Compilation(workspace, manifest, modules: modules)
        for round in 1...Self.maximumRounds {
            let schemata = Schemata(parsed, rejected: rejected, only: chosen)
            let files = ordered(schemata, by: sample)
            let count = schemata.live.count
            note("Compiling \(count) mutants in \(files.count) files (round \(round))")
            let failures = try await compilation.run(files, jobs: jobs, until: end)
            guard !failures.isEmpty else {
                return try await link(schemata, compilation, manifest, parsed, executables)
            }
            let culprits = Set(failures.flatMap { $0.culprits(schemata) })
            guard !culprits.isEmpty else {
                throw BuildError(log: failures.map(\.output).joined(separator: "\n"))
            }
            rejected.formUnion(culprits)
            note("\(culprits.count) mutants do not compile")
            try rejected.sorted().joined(separator: "\n")
                .write(to: rejectedFile, atomically: true, encoding: .utf8)
        }
        throw BuildError(log: "Mutants still do not compile after \(Self.maximumRounds) rounds.")
    }

    /// The files with mutants, those of the first mutants of the sample first.
    private func ordered(_ schemata: Schemata, by sample: Sample?) -> [Schemata.File] {
        let files = schemata.files.filter { !$0.regions.isEmpty }
        guard let sample else { return files }
        let place = Dictionary(
            sample.of(schemata).enumerated().map {
                let mutant = schemata.mutants[$1]
                return ("\(mutant.module)/\(mutant.file)", $0)
            },
            uniquingKeysWith: min
        )
        func rank(_ file: Schemata.File) -> Int { place["\(file.module)/\(file.path)"] ?? .max }
        return files.sorted { (rank($0), $0.path) < (rank($1), $1.path) }
    }

    private func link(
        _ schemata: Schemata,
        _ compilation: Compilation,
        _ manifest: BuildManifest,
        _ parsed: ParsedModules,
        _ executables: Bool
    ) async throws -> Schemata {
        let compiled = compilation.compiled
        let late = schemata.files.filter {
            !$0.regions.isEmpty && compiled["\($0.module)/\($0.path)"] == nil
        }
        var result = schemata
        if !late.isEmpty {
            note(
                "The time did not suffice to compile the mutants of \(late.count) files; they are "
                    + "left out: \(late.map { "\($0.module)/\($0.path)" }.joined(separator: ", "))"
            )
            result.leaveOut(late)
        }
        note("Linking \(result.live.count) mutants in \(compiled.count) files")
        try await MutantLinker(workspace, manifest, executables: executables)
            .link(replacing: compilation.replacedObjects, adding: compilation.runtimeObjects)
        return result
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
