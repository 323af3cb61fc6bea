import TrendyLocalization

/// The page that asks a person whether a program may use their account.
package struct ProgramConsentForm: Sendable {
    /// The address of the page.
    package static let path = WebPath("/sign-in/program")

    /// The program's name for itself.
    package var program: String
    /// The account's address.
    package var email: String
    /// The token that proves that the form came from this site.
    package var token: String
    /// The values of the program's request, which the form sends again.
    package var values: [(name: String, value: String)]

    private typealias Texts = Strings.WebProvider

    /// Creates a form.
    package init(
        program: String,
        email: String,
        token: String,
        values: [(name: String, value: String)]
    ) {
        self.program = program
        self.email = email
        self.token = token
        self.values = values
    }

    /// The page with the form.
    package func page() -> WebResponse {
        let title = Texts.programTitle(["program": program])
        let content = tag(.section, .class("card")) {
            tag(.h1) { title }
            tag(.p) { Texts.programText(["program": program, "email": email]) }
            tag(.p) { Texts.programWarning() }
            tag(.form, .method(.post), .action(Self.path), .class("stack")) {
                tag(.input, .type("hidden"), .name("csrf"), .value(token))
                for field in values {
                    tag(.input, .type("hidden"), .name(field.name), .value(field.value))
                }
                tag(.div, .class("row")) {
                    button("allow", Texts.programAllow(), .class("primary"))
                    button("refuse", Texts.programRefuse(), .none)
                }
            }
        }
        return .html(PageLayout.plain(title: title, content))
    }

    private func button(_ answer: String, _ text: String, _ style: HTMLAttribute) -> HTML {
        tag(.button, .type("submit"), .name("answer"), .value(answer), style) { text }
    }
}

/// The pages of a program that signs in through the browser.
package enum ProgramPages {
    /// The address of the last page on the server.
    package static func path(isAllowed: Bool) -> WebPath {
        WebPath("/sign-in/program/done", ["allowed": isAllowed ? "1" : nil])
    }

    /// The last page, when the browser has come back to the program.
    package static func returned(isAllowed: Bool) -> WebResponse {
        let title =
            isAllowed ? Strings.WebProvider.programReturned() : Strings.WebProvider.programRefused()
        return .html(
            PageLayout.plain(
                title: title,
                tag(.section, .class("card message")) {
                    tag(.h1) { title }
                    tag(.p) { Strings.WebProvider.programReturnedText() }
                }
            )
        )
    }
}
