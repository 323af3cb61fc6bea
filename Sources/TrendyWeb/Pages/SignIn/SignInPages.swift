import HTTPTypes
import TrendyLocalization

/// The pages for people who are not signed in.
package enum SignInPages {
    /// The page of a device whose one-time link was used or is wrong.
    package static func linkExpired() -> WebResponse {
        .html(
            PageLayout.plain(
                title: Strings.WebSignIn.linkExpired(),
                tag(.section, .class("card message")) {
                    tag(.h1) { Strings.WebSignIn.linkExpired() }
                    tag(.p) { Strings.WebSignIn.linkExpiredText() }
                }
            ),
            status: .unauthorized
        )
    }
}
