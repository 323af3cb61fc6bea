import TrendyLocalization

/// What to do first with a new account.
struct WelcomeSection {
    typealias Text = Strings.WebOverview

    var html: HTML {
        tag(.section, .class("welcome"), .aria("labelledby", "welcome")) {
            tag(.h2, .id("welcome")) { Text.welcome() }
            tag(.p) { Text.welcomeText() }
            tag(.div, .class("cards")) {
                card(Text.importTitle, Text.importText, Text.importAction, .transfer, true)
                card(Text.logTitle, Text.logText, Text.logAction, .timeline)
                card(Text.phoneTitle, Text.phoneText, Text.phoneAction, .devices)
            }
        }
    }

    private func card(
        _ title: LocalizedText,
        _ text: LocalizedText,
        _ action: LocalizedText,
        _ area: PageArea,
        _ isPrimary: Bool = false
    ) -> HTML {
        tag(.article, .class("card")) {
            tag(.h3) { title() }
            tag(.p) { text() }
            tag(.a, .class(isPrimary ? "button primary" : "button"), .href(area.path)) { action() }
        }
    }
}
