import Foundation
import Testing

/// Replays `Corpus` and `Regressions`, without the fuzzer and its sanitizers.
@Suite("Stored fuzz inputs", .timeLimit(.minutes(10)))
struct StoredInputTests {
    private static let directories = ["Corpus", "Regressions"].map {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: $0)
    }

    @Test("A target handles its stored inputs", arguments: FuzzTargets.all.keys.sorted())
    func replay(name: String) async {
        await #expect(processExitsWith: .success) { [name] in
            var target = try #require(FuzzTargets.all[name]).init()
            let inputs = try Self.inputs(of: name)
            #expect(!inputs.isEmpty)
            for input in inputs {
                // The last line before a crash names its input.
                FileHandle.standardError.write(Data("\(input.path)\n".utf8))
                try Data(contentsOf: input).withUnsafeBytes { target.run($0) }
            }
        }
    }

    @Test("Every directory of inputs belongs to a target")
    func directories() throws {
        for directory in Self.directories {
            let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
            #expect(Set(names).subtracting(FuzzTargets.all.keys).isEmpty)
        }
    }

    private static func inputs(of target: String) throws -> [URL] {
        try directories.map { $0.appending(path: target) }
            .filter { FileManager.default.fileExists(atPath: $0.path) }
            .flatMap {
                try FileManager.default.contentsOfDirectory(
                    at: $0,
                    includingPropertiesForKeys: nil
                )
            }
            .sorted { $0.path < $1.path }
    }
}
