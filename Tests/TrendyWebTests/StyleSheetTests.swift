import Foundation
import Testing

@Suite("Style sheets")
struct StyleSheetTests {
    /// The sheets that all pages share; a page's own sheet may refine their classes.
    private static let shared: Set = ["base.css", "charts.css"]

    @Test("A class of one area's style sheet is not styled by another area's")
    func classes() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/TrendyWebAssets/Files")
        let files = try FileManager.default.contentsOfDirectory(
            at: folder,
            includingPropertiesForKeys: nil
        ).filter { $0.pathExtension == "css" }
        var sheets: [String: Set<String>] = [:]
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8).replacing(
                /(?s)\/\*.*?\*\//,
                with: ""
            )
            for match in text.matches(of: /[^{}]+(?=\{)/) where !match.output.contains("@") {
                for selector in match.output.split(separator: ",") {
                    guard let name = selector.firstMatch(of: /\.([a-zA-Z][\w-]*)/)?.output.1
                    else { continue }
                    sheets[String(name), default: []].insert(file.lastPathComponent)
                }
            }
        }

        #expect(sheets.count > 50)
        for (name, owners) in sheets where owners.isDisjoint(with: Self.shared) {
            #expect(owners.count == 1, "\(name) is styled in \(owners.sorted())")
        }
    }
}
