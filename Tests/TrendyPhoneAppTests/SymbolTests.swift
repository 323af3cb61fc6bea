import Foundation
import SimulatedSwiftUI
import Testing

@Suite("Symbols")
struct SymbolTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The names of symbols in the sources of a directory.
    private func names(in directory: String) throws -> Set<String> {
        let directory = Self.root.appending(path: directory)
        let files = try #require(
            FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil)
        )
        let name = /(?:systemImage|systemName|icon)(?::|\()\s*"([a-z0-9]+(?:\.[a-z0-9]+)*)"/
        var names: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: name) { names.insert(String(match.1)) }
        }
        return names
    }

    @Test(
        "Each symbol that the app and its library name has a drawing",
        arguments: ["Apps/iOS/Trendy", "Sources/TrendyAppSupport", "Sources/TrendyHealth"]
    )
    func drawings(directory: String) throws {
        let names = try names(in: directory)

        #expect(names.count > 5)
        for name in names.sorted() { #expect(Symbols.contains(name), "\(name)") }
    }

    @Test("A name without a drawing is recognized as such")
    func missing() {
        #expect(!Symbols.contains("no.such.symbol"))
        #expect(Symbols.contains("heart.fill"))
    }
}
