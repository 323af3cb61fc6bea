import Testing
import TrendyHealth
import TrendyImport
import TrendyModel

@Suite("Markup of Apple Health exports")
struct ExportMarkupTests {
    private let scratch: Scratch
    private let record = steps("10", "2026-01-15 08:00:00 +0100", "2026-01-15 08:10:00 +0100")

    init() throws {
        scratch = try Scratch()
    }

    @Test("White space is allowed before the end of every tag")
    func whiteSpace() async throws {
        let workout = """
            <Workout workoutActivityType="Yoga" startDate="2026-01-15 08:00:00 +0100"
             endDate="2026-01-15 09:00:00 +0100"\t></Workout
            >
            """
        let open = record.replacing("/>", with: "\n >")
        let text = export(open + "</Record\t >" + workout + record.replacing("/>", with: " />"))
            .replacing("</HealthData>", with: "</HealthData \n>")

        let read = try scratch.read(xml: text, strict: true)

        #expect(try await read.all(.steps).count == 2)
        #expect(await read.allWorkouts().count == 1)
        #expect(read.summary.warning == nil)
    }

    @Test(
        "The element in which a truncated export ends is named by what is left of it",
        arguments: [
            ("<", "the markup"), ("<R", "<R>"), ("<Record", "<Record>"), ("<Record ", "<Record>"),
            ("<Record a", "<Record>"), ("<Record a=\"b", "<Record>"), ("<Record/", "<Record>"),
            ("</", "the markup"), ("</Rec", "<Rec>"), ("</Record ", "<Record>"), ("<!", "<!>"),
            ("<!EL", "<!EL>"), ("<!ELEMENT a", "<!EL>"), ("<!--", "the markup"),
            ("<!-- a --", "the markup"), ("<?xml", "the markup"), ("x", "HealthData"),
        ]
    )
    func truncated(end: String, element: String) throws {
        // The text is longer than the buffer, and could be taken for what follows the end.
        for filler in ["x", ">"] {
            let start = "<HealthData>" + record + String(repeating: filler, count: 3 << 19)

            let read = try scratch.read(xml: start + end)

            let offset = start.utf8.count + (end == "x" ? 1 : 0)
            #expect(read.summary.isTruncated)
            #expect(read.summary.damages == 1)
            #expect(read.summary.firstDamage?.element == element)
            #expect(read.summary.firstDamage?.offset == Int64(offset))
        }
    }

    @Test("A record is complete with its end tag, also in a truncated export")
    func lastRecord() async throws {
        let open = record.replacing("/>", with: ">")
        let entry = "<MetadataEntry key=\"HKWasUserEntered\" value=\"1\"/>"

        let whole = try scratch.read(xml: "<HealthData>" + open + entry + "</Record>")
        let cut = try scratch.read(xml: "<HealthData>" + open + entry)
        let outside = try scratch.read(xml: export(open + "</Record>" + entry))

        #expect(try await whole.all(.steps).map(\.isUserEntered) == [true])
        #expect(try await cut.all(.steps).isEmpty)
        #expect(try await outside.all(.steps).map(\.isUserEntered) == [false])
    }

    @Test(
        "A malformed tag costs itself only",
        arguments: [
            ("<Record a=b/>", "<Record>"), ("<Record a=\"b\"/x>", "<Record>"),
            ("<Record a<", "<Record>"), ("</Record <", "<Record>"), ("<!ELEMENT <", "<!EL>"),
            ("<Record a>", "<Record>"), ("<Record a=\"1\"b>", "<Record>"),
        ]
    )
    func damaged(tag: String, element: String) async throws {
        let read = try scratch.read(xml: export(record + tag + "\n" + record))

        #expect(try await read.all(.steps).count == 2)
        #expect(read.summary.firstDamage?.element == element)
        #expect(read.summary.firstDamage?.message == "the element is malformed")
        #expect(!read.summary.isTruncated)
    }

    @Test("A tag can have 64 attributes, and one with more is malformed")
    func attributes() async throws {
        func tag(_ count: Int) -> String {
            let more = (0..<count - 8).map { "a\($0)=\"\"" }.joined(separator: " ")
            return record.replacing("unit=", with: "\(more) unit=")
        }
        let exact = try scratch.read(xml: export(tag(64)))
        let over = try scratch.read(xml: export(tag(65)))

        #expect(try await exact.all(.steps).count == 1)
        #expect(exact.summary.damages == 0)
        #expect(try await over.all(.steps).isEmpty)
        #expect(over.summary.damages > 0)
    }

    @Test("Tags are read wherever the buffer ends in them")
    func buffers() async throws {
        let size = 1 << 20
        let open = record.replacing("/>", with: ">")
        let tags =
            "<!-- c -->" + open + "<MetadataEntry key='HKWasUserEntered' value='1'/></Record>"
        for offset in stride(from: 1, to: tags.utf8.count, by: 5) {
            let start = "<HealthData>"
            let space = String(repeating: " ", count: size - start.utf8.count - offset)

            let read = try scratch.read(xml: start + space + tags + record + "</HealthData>")

            #expect(read.summary.warning == nil)
            #expect(
                try await read.all(.steps).map(\.isUserEntered).sorted { !$0 && $1 }
                    == [false, true]
            )
        }
    }

    @Test(
        "Character references are decoded, and everything else is text",
        arguments: [
            ("&amp;&lt;&gt;&quot;&apos;", "&<>\"'"), ("&#65;&#x42;&#x6a;", "ABj"),
            ("&#x20;a", " a"), ("&#31;", "&#31;"), ("&#x110000;", "&#x110000;"),
            ("&#xD800;", "&#xD800;"), ("&nbsp;", "&nbsp;"), ("&;", "&;"), ("&#;", "&#;"),
            ("&#x;", "&#x;"), ("a&b", "a&b"), ("&amp", "&amp"), ("&amp;amp;", "&amp;"),
            ("&#000000000065;", "A"), ("&#0000000000065;", "A"),
            ("&#00000000000065;", "&#00000000000065;"), ("a\tb", "ab"),
        ]
    )
    func references(written: String, name: String) throws {
        let read = try scratch.read(xml: export(record.replacing("iPhone", with: written)))

        #expect(read.sources.map(\.name) == [name])
    }

    @Test("Sources beyond the limit share one entry, and names are cut at 1,024 bytes")
    func sources() async throws {
        func named(_ name: String) -> String { record.replacing("iPhone", with: name) }
        let first = (0..<500).map { named("source \($0)") }
        let last = [named("x"), named("source 3"), named("y"), named("source 499")]

        let read = try scratch.read(xml: export((first + last).joined()))

        #expect(read.sources.count == 501)
        #expect(read.sources.last?.name == "Other sources")
        let counts = Dictionary(
            grouping: try await read.all(.steps).map(\.source),
            by: { $0 }
        ).mapValues(\.count)
        #expect(
            counts
                == Dictionary(
                    uniqueKeysWithValues: (0...500).map {
                        ($0, [3, 499, 500].contains($0) ? 2 : 1)
                    }
                )
        )
        let long = String(repeating: "n", count: 1024)
        let cut = try scratch.read(xml: export(named(long + "a") + named(long + "b") + named("n")))
        #expect(cut.sources.map(\.name) == [long, "n"])
    }

    @Test(
        "A device's own records are recognized by the device's software, or by its name",
        arguments: [
            ("Health", "name:x, manufacturer:Apple Inc., model:Watch, software:18.1&gt;", .watch),
            ("Health", "manufacturer:Apple, hardware:Watch6,2, software:18.1, y&gt;", .watch),
            ("Health", "manufacturer:Apple Inc., model:iPhone, software:18.1&gt;", .phone),
            ("Health", "manufacturer:Apple Inc., model:iPhone, software:18.1.1&gt;", .thirdParty),
            ("Health", "manufacturer:Acme, model:iPhone, software:18.1&gt;", .thirdParty),
            ("My iPod", "name:iPod, model:iPod&gt;", .phone),
            ("Ann’s iPhone", "name:Apple Watch&gt;", .thirdParty),
            ("Ann’s iPhone", "hardware:iPhone12,1&gt;", .phone),
            ("Apple Watch", "name:Apple Watch&gt;", .watch),
            ("Apple Watch", "model:iPhone&gt;", .thirdParty),
        ] as [(String, String, HealthSourceDescription.Kind)]
    )
    func kinds(name: String, device: String, kind: HealthSourceDescription.Kind) throws {
        // The records have the source version 18.1.
        let text = steps(
            "1",
            "2026-01-15 08:00:00 +0100",
            "2026-01-15 08:10:00 +0100",
            source: name,
            more: "device=\"&lt;&lt;HKDevice: 0x28&gt;, \(device)\""
        )

        #expect(try scratch.read(xml: export(text)).sources.map(\.kind) == [kind])
    }
}
