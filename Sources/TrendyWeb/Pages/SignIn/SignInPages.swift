import HTTPTypes
import TrendyLocalization

/// The pages for people who are not signed in.
package enum SignInPages {
    /// The address of the sign-in.
    package static let signInPath = WebPath("/sign-in")
    /// The address of the sign-up.
    package static let signUpPath = WebPath("/sign-up")

    /// The address of the sign-in, which returns to a page.
    package static func signInPath(returningTo page: WebPath?) -> WebPath {
        WebPath("/sign-in", ["to": page?.text])
    }

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

    /// The page that opens another one of this site at once.
    ///
    /// Browsers keep back a `SameSite=Strict` cookie when a link of another site leads here, also
    /// over redirects. The request that this page makes has it.
    package static func opening(_ page: WebPath) -> WebResponse {
        var response = WebResponse.html(
            PageLayout.plain(
                title: Strings.WebSignIn.opening(),
                tag(.section, .class("card message")) {
                    tag(.h1) { Strings.WebSignIn.opening() }
                    tag(.p) { tag(.a, .href(page)) { Strings.WebSignIn.open() } }
                }
            )
        )
        // Source: https://html.spec.whatwg.org/multipage/document-lifecycle.html#the-refresh-header
        if let name = HTTPField.Name("Refresh") {
            response.headers[name] = "0; url=\(page.text)"
        }
        return response
    }

    /// The page of a browser that did not keep a cookie.
    ///
    /// - `isPlain`: whether the page came over plain HTTP, which is the usual reason.
    package static func cookieRefused(isPlain: Bool) -> WebResponse {
        .html(
            PageLayout.plain(
                title: Strings.WebSignIn.cookieRefused(),
                tag(.section, .class("card message")) {
                    tag(.h1) { Strings.WebSignIn.cookieRefused() }
                    tag(.p) {
                        isPlain
                            ? Strings.WebSignIn.cookieRefusedPlain()
                            : Strings.WebSignIn.cookieRefusedBlocked()
                    }
                    tag(.p) {
                        tag(.a, .href(signInPath)) { Strings.WebSignIn.again() }
                    }
                }
            ),
            status: .badRequest
        )
    }
}
