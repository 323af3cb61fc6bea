import Foundation
import MutantSchemata
import Testing

/// Rewrites a source, compiles it with the real compiler and runs it once for each mutant.
@Suite("Schemata", .serialized)
struct SchemataTests {
    private static let source = #"""
        struct Span { var first: Int; var last: Int }
        func isEarly(_ a: Int, _ b: Int) -> Bool { a < b }
        func next(_ a: Int) -> Int { a + 1 }
        func both(_ a: (Bool, Bool)) -> Bool { a.0 && a.1 }
        func either(_ a: (Bool, Bool)) -> Bool { a.0 || a.1 }
        func sign(_ a: Int) -> String {
            guard a != 0 else { return "zero" }
            if a > 1 {
                return "plus"
            }
            return "minus"
        }
        func even(_ all: [Int]) -> [Int] {
            var found: [Int] = []
            for one in all where one % 2 == 0 {
                found.append(one)
            }
            return found
        }
        func difference(from: Int, to: Int) -> Int { to - from }
        func fallback(_ a: Int?) -> Int { a ?? 0 }
        func minutes(_ a: Int) -> Int { a * 60 }
        func query() -> String {
            """
            SELECT a FROM "t"
            WHERE b = 1 AND c < 2
            ORDER BY d, e
            """
        }
        struct LogTransaction {
            var log: [String] = []
            mutating func fill() {
                log.append("one")
                log.append("two")
            }
        }
        func unset(_ a: Bool) -> Int {
            let result: Int
            if a { result = 1 } else { result = 2 }
            return result
        }
        var transaction = LogTransaction()
        transaction.fill()
        print(isEarly(1, 1), isEarly(1, 2), next(1), both((true, false)), both((false, true)))
        print(either((true, false)), either((false, true)))
        print(sign(0), sign(1), sign(2), even([1, 2, 3, 4]), difference(from: 1, to: 3))
        print(fallback(nil), fallback(7), minutes(2), transaction.log, unset(true), unset(false))
        print(query())
        print(Span(first: 1, last: 2))
        """#

    private struct Program {
        var directory: URL
        var schemata: Schemata
        var binary: URL { directory.appendingPathComponent("program") }

        init(_ source: String, rejected: Set<String> = [], only: Set<String>? = nil) throws {
            directory = FileManager.default.temporaryDirectory
                .appendingPathComponent("schemata-\(UUID().uuidString)")
            let module = directory.appendingPathComponent("Example")
            try FileManager.default.createDirectory(at: module, withIntermediateDirectories: true)
            let file = module.appendingPathComponent("main.swift")
            try source.write(to: file, atomically: true, encoding: .utf8)
            schemata = try Schemata(
                modules: ["Example"],
                signatures: [],
                in: directory,
                rejected: rejected,
                only: only
            )
            try Data(schemata.files[0].text).write(to: file)
            try SchemataRuntime.source.write(
                to: module.appendingPathComponent(SchemataRuntime.fileName),
                atomically: true,
                encoding: .utf8
            )
        }

        /// The compiler's output; empty if it has nothing to say.
        func compile() throws -> String {
            try run(
                "/usr/bin/env",
                ["swiftc", "-swift-version", "6", "-o", binary.path]
                    + ["main.swift", SchemataRuntime.fileName].map {
                        directory.appendingPathComponent("Example/\($0)").path
                    }
            )
        }

        /// The mutants to blame for the first compiler error; empty if it compiles.
        func culprits() throws -> Set<String> {
            let log = try compile()
            guard !log.isEmpty else { return [] }
            let error = try #require(log.split(separator: "\n").first { $0.contains("error:") })
            let place = error.split(separator: ":")
            return schemata.culprits(
                in: schemata.files[0],
                line: try #require(Int(place[1])),
                column: try #require(Int(place[2]))
            )
        }

        func output(mutant: Int?, coverage: URL? = nil) throws -> String {
            var environment: [String: String] = [:]
            environment[SchemataRuntime.switchVariable] = mutant.map(String.init)
            environment[SchemataRuntime.coverageVariable] = coverage?.path
            return try run(binary.path, [], environment)
        }

        private func run(
            _ path: String,
            _ arguments: [String],
            _ environment: [String: String] = [:]
        ) throws -> String {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: path)
            process.arguments = arguments
            process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
            let pipe = Pipe()
            process.standardOutput = pipe
            process.standardError = pipe
            try process.run()
            let data = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return String(decoding: data, as: UTF8.self)
        }
    }

    @Test("One build holds all mutants, and each of them alone changes the program's output")
    func everyMutant() throws {
        let program = try Program(Self.source)
        defer { try? FileManager.default.removeItem(at: program.directory) }
        #expect(try program.compile() == "")
        let original = try program.output(mutant: nil)

        var kinds: Set<Mutant.Kind> = []
        for (number, mutant) in program.schemata.mutants.enumerated() {
            #expect(try program.output(mutant: number) != original, "\(mutant.key)")
            kinds.insert(mutant.kind)
        }

        #expect(kinds == Set(Mutant.Kind.allCases))
        #expect(original.contains("[\"one\", \"two\"]"))
    }

    @Test("The coverage file has a mark for each mutant that was reached, and no other")
    func coverage() throws {
        let program = try Program(
            "func never() -> Bool { 1 < 2 }\nfunc always() -> Bool { 3 > 4 }\nprint(always())\n"
        )
        defer { try? FileManager.default.removeItem(at: program.directory) }
        #expect(try program.compile() == "")
        let file = program.directory.appendingPathComponent("coverage")
        try Data(count: program.schemata.mutants.count).write(to: file)

        _ = try program.output(mutant: nil, coverage: file)

        #expect(try Array(Data(contentsOf: file)) == [0, 1])
    }

    @Test("A rewritten file has the lines of the original")
    func lines() throws {
        let program = try Program(Self.source)
        defer { try? FileManager.default.removeItem(at: program.directory) }
        let text = String(decoding: program.schemata.files[0].text, as: UTF8.self)

        #expect(
            text.split(separator: "\n", omittingEmptySubsequences: false).count
                == Self.source.split(separator: "\n", omittingEmptySubsequences: false).count
        )
    }

    @Test("A compiler error names the mutant, which is left out and keeps its number")
    func rejection() throws {
        // Tuples are compared by operators of their own, which are not Comparable.
        let source =
            "func early(_ a: (Int, Int)) -> Bool { a < (1, 2) }\nprint(early((1, 1)), 2 < 2)\n"
        let program = try Program(source)
        defer { try? FileManager.default.removeItem(at: program.directory) }

        let culprits = try program.culprits()
        let second = try Program(source, rejected: culprits)
        defer { try? FileManager.default.removeItem(at: second.directory) }

        #expect(culprits == [program.schemata.mutants[0].key])
        #expect(second.schemata.live == [1])
        #expect(try second.compile() == "")
        #expect(try second.output(mutant: 1) != second.output(mutant: nil))
    }

    @Test("Only chosen mutants are compiled, with the numbers that they have among all")
    func only() throws {
        let source = "let a = 2\nprint(a < 2, a + 1, a <= 1)\n"
        let all = try Program(source)
        defer { try? FileManager.default.removeItem(at: all.directory) }
        let last = try #require(all.schemata.mutants.last)
        let program = try Program(source, only: [last.key])
        defer { try? FileManager.default.removeItem(at: program.directory) }

        #expect(program.schemata.mutants == all.schemata.mutants)
        #expect(program.schemata.live == [all.schemata.mutants.count - 1])
        #expect(try program.compile() == "")
        let text = String(decoding: program.schemata.files[0].text, as: UTF8.self)
        #expect(text.hasPrefix("let a = 2\nprint(a < 2, a + 1, mutant"))
    }

    @Test("A mutant that changes the type of a closure is left out")
    func closureType() throws {
        let source = """
            func use(_ value: () -> some Equatable & CustomStringConvertible) {
                print(value())
            }
            func early() -> Int { 3 }
            func show() {
                use {
                    early()
                }
                print("end")
            }
            show()
            """
        var rejected: Set<String> = []
        var culprits: Set<String> = []
        repeat {
            let program = try Program(source, rejected: rejected)
            defer { try? FileManager.default.removeItem(at: program.directory) }
            culprits = try program.culprits()
            #expect(culprits.isDisjoint(with: rejected))
            rejected.formUnion(culprits)
        } while !culprits.isEmpty
        let program = try Program(source, rejected: rejected)
        defer { try? FileManager.default.removeItem(at: program.directory) }

        #expect(try program.compile() == "")
        #expect(try program.output(mutant: nil) == "3\nend\n")
    }

    @Test("Logging and traps have no mutants")
    func unobservable() throws {
        let program = try Program(
            """
            func log(_ logger: Logger, _ a: Int) {
                logger.info("\\(a + 1)")
                precondition(a < 3)
            }
            """
        )
        defer { try? FileManager.default.removeItem(at: program.directory) }

        #expect(program.schemata.mutants.isEmpty)
    }
}
