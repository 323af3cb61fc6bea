import Foundation
import Testing

@testable import TrendyArchive

@Suite("Values of samples")
struct SampleValueTests {
    private func value(_ text: String) -> SampleValue {
        Array(text.utf8).withUnsafeBytes { SampleValue($0) }
    }

    @Test(
        "A value has the form that keeps its text",
        arguments: [
            ("0", .integer(0)), ("75", .integer(75)), ("-75", .integer(-75)),
            ("123456789012345678", .integer(123_456_789_012_345_678)),
            ("0.602", .real(0.602)), ("-0.5", .real(-0.5)), ("0.000001", .real(0.000001)),
            ("61.11666666666667", .real(61.11666666666667)),
            ("75.0", .numberText("75.0")), ("1.50", .numberText("1.50")),
            ("007", .numberText("007")), ("-0", .numberText("-0")), ("5.", .numberText("5.")),
            ("+5", .numberText("+5")), ("1E5", .numberText("1E5")), (".5", .numberText(".5")),
            ("-0.0", .numberText("-0.0")), ("00.5", .numberText("00.5")),
            ("99999999999999999999", .numberText("99999999999999999999")),
            ("0.1000000000000000055", .numberText("0.1000000000000000055")),
            ("", .label), ("-", .label), (".", .label), ("1.2.3", .label), ("nan", .label),
            ("inf", .label), ("0x1F", .label), ("1 ", .label), ("HKCategoryValue", .label),
        ] as [(String, SampleValue)]
    )
    func forms(text: String, expected: SampleValue) {
        #expect(value(text) == expected)
    }

    @Test("Every decimal of up to 15 digits is read exactly and prints the same")
    func decimals() {
        var state: UInt64 = 1
        for _ in 0..<50_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let digits = Int(state >> 60) % 15 + 1
            let mantissa = (state >> 8) % UInt64(pow(10, Double(digits)))
            let decimals = Int(state >> 50) % (digits + 1)
            var text = String(mantissa)
            text = String(repeating: "0", count: max(0, decimals + 1 - text.count)) + text
            let point = text.index(text.endIndex, offsetBy: -decimals)
            if decimals > 0 { text = text[..<point] + "." + text[point...] }
            switch value(text) {
            case .integer(let number): #expect("\(number)" == text)
            case .real(let number):
                #expect(number == Double(text))
                #expect(!text.hasSuffix("0"))
            case .numberText(let kept): #expect(kept == text)
            case .label, .absent: Issue.record("\(text) is a number")
            }
        }
    }

    @Test("A missing value is not an empty one")
    func absent() {
        #expect(SampleValue(nil) == .absent)
    }
}
