import Testing

@testable import TrendyLocalization

@Suite("Localized text")
struct PhraseTests {
    @Test("Placeholders are filled in, and the count selects the plural form")
    func filling() {
        let sending = LocalizedText("test.sending", "Sending: {done} of {total}.")
        let changes = LocalizedPlural(
            "test.changes",
            one: "{count} change",
            other: "{count} changes"
        )

        #expect(sending(["done": "3", "total": "5"]) == "Sending: 3 of 5.")
        #expect(changes(1) == "1 change")
        #expect(changes(0) == "0 changes")
    }
}
