import Foundation

/// The compiler and linker commands of the package's own build, which SwiftPM keeps in
/// `.build/debug.yaml`: one `args:` line with a JSON array for each command.
struct BuildManifest {
    private let commands: [[String]]

    /// - file: the manifest of a build that has finished.
    init(_ file: URL) throws {
        let text = try String(contentsOf: file, encoding: .utf8)
        let decoder = JSONDecoder()
        commands = text.split(separator: "\n").compactMap { line in
            guard let start = line.firstRange(of: "args: ["),
                line.contains("\"-emit-module\"") || line.contains("\"-emit-executable\"")
            else { return nil }
            let list = Data(line[start.upperBound...].utf8)
            return try? decoder.decode([String].self, from: Data("[".utf8) + list)
        }
    }

    /// The arguments, the compiler's path first, that compile a module.
    func compile(_ module: String) throws -> [String] {
        let found = commands.first {
            $0.contains("-emit-module") && Self.value("-module-name", $0) == module
        }
        guard let found else { throw ManifestError(name: module) }
        return found
    }

    /// The arguments that link an executable.
    func link(_ executable: URL) throws -> [String] {
        let found = commands.first {
            $0.contains("-emit-executable")
                && Self.value("-o", $0).map { URL(fileURLWithPath: $0).lastPathComponent }
                    == executable.lastPathComponent
        }
        guard let found else { throw ManifestError(name: executable.lastPathComponent) }
        return found
    }

    /// The argument after an option.
    static func value(_ option: String, _ arguments: [String]) -> String? {
        guard let index = arguments.firstIndex(of: option), index + 1 < arguments.count else {
            return nil
        }
        return arguments[index + 1]
    }

    struct ManifestError: Error, CustomStringConvertible {
        var name: String
        var description: String {
            ".build/debug.yaml has no command that builds \(name). Build with "
                + "`scripts/swift build --build-tests` first."
        }
    }
}
