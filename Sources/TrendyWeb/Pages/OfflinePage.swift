import Crypto
import Foundation
import HTTPTypes
import TrendyKit
import TrendyLocalization
import TrendyModel

/// What the service worker needs to show pages without a network: the script `worker.js`.
enum OfflinePage {
    /// The parts of the address of the page for addresses that were not seen yet.
    static let path = ["offline"]

    private typealias Texts = Strings.WebOffline

    /// The page for addresses that were not seen yet; it contains nothing of a person.
    static func response() -> WebResponse {
        var response = WebResponse.html(
            PageLayout.plain(
                title: Texts.title(),
                scripts: ["offline.js"],
                tag(.section, .class("card message"), .data("offline", "true")) {
                    tag(.h1) { Texts.title() }
                    tag(.p) { Texts.text() }
                    tag(.p) { tag(.a, .href(PageArea.overview.path)) { Texts.seen() } }
                }
            )
        )
        response.headers[.cacheControl] = "no-cache"
        return response
    }

    /// The notice that the worker shows on a kept page; it removes `hidden`.
    static func notice(_ context: PageContext) -> HTML {
        tag(.p, .id("as-of"), .flag(.hidden), .class("banner warning"), .role("status")) {
            Texts.asOf(["time": context.formats.dayAndTime(context.now)])
        }
    }

    /// Names the session of a page, so that the worker keeps pages of one session only.
    static func mark(_ response: inout WebResponse, _ viewer: WebViewer) {
        guard viewer.place == .server, let field = HTTPField.Name("Trendy-Page-Key") else { return }
        let hash = SHA256.hash(data: Data("offline pages \(viewer.formToken)".utf8))
        response.headers[field] = hash.prefix(8).hexadecimal
    }
}
