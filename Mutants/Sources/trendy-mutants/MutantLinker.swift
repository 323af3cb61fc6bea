import Foundation

/// Links the programs of the usual build with some objects replaced, into a directory of their own.
struct MutantLinker {
    private let workspace: Workspace
    private let manifest: BuildManifest
    private let executables: Bool

    /// - executables: links also the executables beside the tests; otherwise the usual ones are
    ///   used.
    init(_ workspace: Workspace, _ manifest: BuildManifest, executables: Bool) {
        self.workspace = workspace
        self.manifest = manifest
        self.executables = executables
    }

    /// - replaced: objects by the path of the usual object.
    /// - added: objects that every linked program gets in addition.
    func link(replacing replaced: [String: URL], adding added: [URL]) async throws {
        let usual = workspace.usualProducts
        try? FileManager.default.removeItem(at: workspace.products)
        try FileManager.default.createDirectory(
            at: workspace.products,
            withIntermediateDirectories: true
        )
        let tests = workspace.testBinary.lastPathComponent
        for name in try FileManager.default.contentsOfDirectory(atPath: usual.path).sorted() {
            let file = usual.appendingPathComponent(name)
            var isDirectory: ObjCBool = false
            guard
                FileManager.default.fileExists(atPath: file.path, isDirectory: &isDirectory),
                name.hasSuffix(".resources")
                    || !isDirectory.boolValue
                        && FileManager.default.isExecutableFile(atPath: file.path)
            else { continue }
            if name == tests || executables && name.hasPrefix("trendy") {
                try await link(file, replaced, added)
            } else {
                try FileManager.default.createSymbolicLink(
                    at: workspace.products.appendingPathComponent(name),
                    withDestinationURL: file
                )
            }
        }
    }

    private func link(_ usual: URL, _ replaced: [String: URL], _ added: [URL]) async throws {
        var arguments = try manifest.link(usual)
        let name = usual.lastPathComponent
        guard let list = arguments.firstIndex(where: { $0.hasPrefix("@") }),
            let output = arguments.firstIndex(of: "-o")
        else { throw BuildManifest.ManifestError(name: name) }
        let usualList = String(arguments[list].dropFirst())
        let objects = try String(contentsOfFile: usualList, encoding: .utf8)
            .split(separator: "\n")
            .map { line in
                let object = replaced[line.trimmingCharacters(in: ["'"])]
                return object.map { "'\($0.path)'" } ?? String(line)
            }
        let file = workspace.state.appendingPathComponent("objects/\(name).LinkFileList")
        try (objects + added.map { "'\($0.path)'" }).joined(separator: "\n")
            .write(to: file, atomically: true, encoding: .utf8)
        arguments[list] = "@\(file.path)"
        arguments[output + 1] = workspace.products.appendingPathComponent(name).path
        // Linking is faster without debug information, which no verdict needs.
        let execution = try await Execution.run(
            URL(fileURLWithPath: arguments[0]),
            arguments.dropFirst() + ["-Xlinker", "-S"],
            environment: [:],
            in: workspace.root,
            limit: 300
        )
        guard execution.outcome == .passed else { throw BuildError(log: execution.output) }
    }
}
