import SimulatedSwiftUI
import SwiftUI
import Testing

@testable import TrendyPhoneApp

@Suite("Components")
@MainActor
struct DesignSystemTests {
    @Test("A banner with a remedy says what is wrong, and its button acts")
    func banner() throws {
        var taps = 0
        let host = ViewHost(
            Banner(
                Text(verbatim: "The device is full"),
                text: Text(verbatim: "New entries cannot be stored."),
                remedy: Text(verbatim: "Free some space."),
                actionTitle: Text(verbatim: "Open Settings")
            ) { taps += 1 }
        )

        #expect(
            host.screen.texts == [
                "The device is full", "New entries cannot be stored.", "Free some space.",
                "Open Settings",
            ]
        )
        try host.tap("Open Settings")
        #expect(taps == 1)
    }

    @Test("A busy button takes no tap")
    func busyButton() throws {
        let host = ViewHost(PrimaryButton(Text(verbatim: "Continue"), isBusy: true) {})

        #expect(throws: ViewHostError.disabled(label: "Continue")) { try host.tap("Continue") }
    }

    @Test("A tile without a value says that there is no data")
    func tile() {
        let host = ViewHost(MetricTile(Text(verbatim: "Sleep"), value: nil, icon: "bed.double"))

        #expect(host.screen.contains("No data"))
        #expect(!host.screen.contains("0"))
    }

    @Test("A field without an error shows nothing")
    func fieldError() {
        #expect(ViewHost(FormFieldError(nil)).screen.texts.isEmpty)
        #expect(ViewHost(FormFieldError("Enter a name.")).screen.texts == ["Enter a name."])
    }

    @Test(
        "A colour text has six digits; any other is the secondary colour",
        arguments: ["", "#", "#12345", "#1234567", "#GGGGGG", "red", "#-12345"]
    )
    func wrongColor(text: String) {
        #expect(Color(hex: text) == .secondary)
    }

    @Test("A colour text names red, green and blue")
    func color() {
        #expect(Color(hex: "#FF8000") == Color(red: 1, green: 128.0 / 255, blue: 0))
        #expect(Color(hex: "ff8000") == Color(hex: "#FF8000"))
    }
}
