import Foundation
import SimulatedSwiftUI
import SwiftUI
import Testing

@MainActor
@Suite("Text")
struct TextTests {
    private func texts(
        _ text: Text,
        locale: String = "en_US",
        environment: (inout EnvironmentValues) -> Void = { _ in }
    ) -> [String] {
        ViewHost(
            text,
            environment: {
                $0.locale = Locale(identifier: locale)
                $0.timeZone = .gmt
                environment(&$0)
            }
        ).screen.texts
    }

    @Test("Numbers in an interpolation follow the locale of the view")
    func interpolatedNumbers() {
        #expect(texts(Text("\(1234) of \(0.5)")) == ["1,234 of 0.500000"])
        #expect(texts(Text("\(1234) of \(0.5)"), locale: "de_DE") == ["1.234 of 0,500000"])
        #expect(texts(Text("\(UInt8(7)) \(-3)")) == ["7 -3"])
    }

    @Test("A format in an interpolation follows the locale of the view")
    func interpolatedFormat() {
        let text = Text("\(0.25, format: .percent) done")

        #expect(texts(text) == ["25% done"])
        #expect(texts(text, locale: "de_DE") == ["25\u{a0}% done"])
        #expect(texts(Text("\(3.14159, specifier: "%.2f")")) == ["3.14"])
    }

    @Test("Percent signs of a literal are text")
    func percentSigns() {
        #expect(texts(Text("100%")) == ["100%"])
        #expect(texts(Text("\(5)% of 100%")) == ["5% of 100%"])
        #expect(texts(Text("%@ \("x")")) == ["%@ x"])
    }

    @Test("A string variable is shown without localization or format")
    func stringVariable() {
        let string = "a %@ b"

        #expect(texts(Text(string)) == ["a %@ b"])
        #expect(texts(Text(verbatim: "\(1234)")) == ["1234"])
    }

    @Test("Texts are joined, also inside of an interpolation")
    func joined() {
        #expect(texts(Text("a") + Text("b").bold()) == ["ab"])
        #expect(texts(Text("x \(Text("bold").bold()) y")) == ["x bold y"])
    }

    @Test("A value with a format style is formatted in the locale of the view")
    func formatted() {
        #expect(texts(Text(1234.5, format: .number)) == ["1,234.5"])
        #expect(texts(Text(1234.5, format: .number), locale: "de_DE") == ["1.234,5"])
    }

    @Test("Dates are shown in the locale and time zone of the view")
    func dates() {
        let date = Date(timeIntervalSinceReferenceDate: 13 * 3600 + 5 * 60)

        #expect(texts(Text(date, style: .date)) == ["January 1, 2001"])
        #expect(texts(Text(date, style: .date), locale: "de_DE") == ["1. Januar 2001"])
        #expect(texts(Text(date, style: .time), locale: "de_DE") == ["13:05"])
    }
}
