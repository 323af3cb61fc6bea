import Foundation
import Testing

/// Compares the public API of the library with the committed listing.
///
/// `TRENDY_UPDATE_REFERENCE=1` writes the listing instead.
@Suite("The public API")
struct PublicAPITests {
    /// The modules that an app links.
    private static let modules = [
        "TrendyKit", "TrendyAppSupport", "TrendyApple", "TrendyPlaces", "TrendyHealth",
        "TrendySync", "TrendyStore", "TrendySQLite", "TrendyLocalization", "TrendyWire",
        "TrendyModel",
    ]

    @Test("The public declarations are the listed ones")
    func upToDate() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let listing = root.appending(path: "docs/reference/public-api.txt")
        let text = try Self.modules.map { module in
            let files = try Self.swiftFiles(in: root.appending(path: "Sources/\(module)"))
            let lines = try files.flatMap { file in
                PublicDeclarations.list(in: try String(contentsOf: file, encoding: .utf8))
            }
            return (["# \(module)", ""] + lines).joined(separator: "\n") + "\n"
        }.joined(separator: "\n")

        if ProcessInfo.processInfo.environment["TRENDY_UPDATE_REFERENCE"] != nil {
            try text.write(to: listing, atomically: true, encoding: .utf8)
        }
        let isCurrent = try String(contentsOf: listing, encoding: .utf8) == text
        #expect(
            isCurrent,
            """
            The public API differs from \(listing.path). Use `package` for what an app does not \
            need; else run this test with TRENDY_UPDATE_REFERENCE=1, and commit the listing.
            """
        )
    }

    @Test("A listing has the signatures of public declarations, without bodies")
    func signatures() {
        let source = """
            /// A public type.
            public struct Visit: Sendable {
                /// Text with a brace {.
                public var title: String { "}" }
                public let start = "public"
                var hidden = 1
                public func end(
                    at instant: Int,
                    named name: String = "{"
                ) -> Bool {
                    let public = 1
                    return true
                }
                public enum Kind: String {
                    case short
                    case long(Int)
                    var isLong: Bool { false }
                }
            }
            struct Hidden {
                public var unreachable = 1
            }
            extension Visit {
                public static let none = Visit()
            }
            public protocol Source {
                func read() -> Visit
            }

            """

        #expect(
            PublicDeclarations.list(in: source) == [
                "public struct Visit: Sendable",
                "    public var title: String",
                "    public let start",
                "    public func end( at instant: Int, named name: String = \"{\" ) -> Bool",
                "    public enum Kind: String",
                "        case short",
                "        case long(Int)",
                "extension Visit",
                "    public static let none",
                "public protocol Source",
                "    func read() -> Visit",
            ]
        )
    }

    private static func swiftFiles(in directory: URL) throws -> [URL] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: directory.path)
        return paths.filter { $0.hasSuffix(".swift") }.sorted().map {
            directory.appending(path: $0)
        }
    }
}

/// The public declarations of a formatted source file, with the indentation of their nesting.
private struct PublicDeclarations {
    /// A declaration whose braces are open.
    private struct Scope {
        /// The indentation of the declaration.
        let indentation: Int
        /// What is public inside.
        let members: Members
    }

    private enum Members {
        /// Declarations that say so.
        case marked
        /// Those, and the cases of an enum.
        case markedAndCases
        /// The requirements of a protocol.
        case all
        /// None, as in a function or an internal type.
        case none
    }

    /// The formatter indents by four spaces a level, so indentation gives the nesting.
    static func list(in source: String) -> [String] {
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var scopes: [Scope] = []
        var listed: [String] = []
        var pendingExtension: String?
        for (index, line) in lines.enumerated() {
            let text = line.drop { $0 == " " }
            let indentation = line.count - text.count
            guard !text.isEmpty, !text.hasPrefix("//"), !text.hasPrefix("#") else { continue }
            while let last = scopes.last, last.indentation >= indentation { scopes.removeLast() }
            // A line inside a body or a continued signature is deeper than its scope's members.
            guard indentation == (scopes.last.map { $0.indentation + 4 } ?? 0) else { continue }
            guard declares(text) else { continue }
            let isExtension = text.hasPrefix("extension ")
            let isPublic = isListed(text, in: scopes.last?.members ?? .marked)
            let signature = signature(from: index, in: lines)
            if isExtension {
                pendingExtension = signature
            } else if isPublic {
                if scopes.count == 1, let heading = pendingExtension {
                    listed.append(heading)
                    pendingExtension = nil
                }
                listed.append(String(repeating: " ", count: indentation) + signature)
            }
            if scopes.isEmpty, !isExtension { pendingExtension = nil }
            scopes.append(
                Scope(
                    indentation: indentation,
                    members: isExtension ? .marked : isPublic ? members(of: text) : .none
                )
            )
        }
        return listed
    }

    private static func words(_ text: Substring) -> [Substring] {
        text.prefix { $0 != "(" && $0 != "{" }.split(separator: " ")
    }

    private static func declares(_ text: Substring) -> Bool {
        let keywords: Set<Substring> = [
            "actor", "associatedtype", "case", "class", "enum", "extension", "func", "init", "let",
            "protocol", "static", "struct", "subscript", "typealias", "var",
        ]
        return words(text).contains { word in
            keywords.contains(word.prefix { $0 != "(" && $0 != "<" && $0 != "?" })
        } || text.hasPrefix("init(") || text.contains(" init(") || text.contains("subscript(")
    }

    private static func isListed(_ text: Substring, in members: Members) -> Bool {
        let isMarked = words(text).contains { $0 == "public" || $0 == "open" }
        return switch members {
        case .marked: isMarked
        case .markedAndCases: isMarked || text.hasPrefix("case ") || text.hasPrefix("indirect ")
        case .all: true
        case .none: false
        }
    }

    private static func members(of text: Substring) -> Members {
        let words = words(text)
        if words.contains("protocol") { return .all }
        if words.contains("enum") { return .markedAndCases }
        let isType = words.contains { ["struct", "class", "actor"].contains($0) }
        return isType ? .marked : .none
    }

    /// The declaration up to its body or value, on one line.
    private static func signature(from index: Int, in lines: [String]) -> String {
        var text = ""
        var depth = 0
        var isInText = false
        for line in lines[index...] {
            if !text.isEmpty { text += " " }
            for character in line.drop(while: { $0 == " " }) {
                let isTopLevel =
                    depth == 0 && !isInText && text.hasSuffix(" ") && !text.hasSuffix("func ")
                if isTopLevel, character == "=" || character == "{" && !line.contains("{ get") {
                    return String(text.dropLast())
                }
                text.append(character)
                switch character {
                case "\"": isInText.toggle()
                case "(", "[": depth += isInText ? 0 : 1
                case ")", "]": depth -= isInText ? 0 : 1
                default: break
                }
            }
            if depth == 0 { break }
        }
        return text
    }
}
