import Crypto
import Foundation
import HTTPTypes
import TrendyLocalization
import TrendyModel

/// Images behind the maps, from the server that the operator has chosen.
///
/// They are off until the viewer turns them on in a browser: the server of the images learns which
/// area is looked at. A cookie of the browser remembers that, for this server of images and this
/// account only.
struct MapImages {
    /// The route of the form.
    static let routes: [WebRoute] = [
        .post("/map/images") { context in
            guard let server = context.mapTiles else { throw WebError.notFound }
            var response = WebResponse.seeOther(
                context.form.text("back").flatMap { WebPath(local: $0) } ?? PageArea.map.path
            )
            let isOn = context.form["on"] == "1"
            // A server's session needs TLS as well.
            let secure = context.viewer.place == .server ? "; Secure" : ""
            response.headers[.setCookie] =
                "\(cookie)=\(isOn ? consent(to: server, context) : "")"
                + "; Path=/; Max-Age=\(isOn ? cookieSeconds : 0); HttpOnly; SameSite=Strict\(secure)"
            return response
        }
    ]

    /// The name of the cookie.
    static let cookie = "trendy-map-images"
    /// The lifetime of the cookie: the longest that browsers accept.
    private static let cookieSeconds = 400 * 86_400

    private typealias Texts = Strings.WebMap

    private let context: PageContext

    init(_ context: PageContext) {
        self.context = context
    }

    /// The server whose images a page shows; `nil` while they are off.
    static func shown(in context: PageContext) -> MapTileServer? {
        guard let server = context.mapTiles,
            context.request.cookie(cookie) == consent(to: server, context)
        else { return nil }
        return server
    }

    /// The value of the cookie: another server of images or another account needs a new consent.
    private static func consent(to server: MapTileServer, _ context: PageContext) -> String {
        let text = "map images \(server.origin) \(context.viewer.email ?? "")"
        return SHA256.hash(data: Data(text.utf8)).prefix(16).hexadecimal
    }

    /// The attribution of shown images.
    @HTMLBuilder var attribution: HTML {
        if let server = Self.shown(in: context) {
            tag(.p, .class("map-attribution quiet small")) { server.attribution }
        }
    }

    /// The form that turns the images on or off, with what that means.
    @HTMLBuilder var form: HTML {
        if let server = context.mapTiles {
            let isOn = Self.shown(in: context) != nil
            tag(.form, .class("map-images"), .method(.post), .action(WebPath("/map/images"))) {
                context.formToken
                tag(.input, .type("hidden"), .name("on"), .value(isOn ? "0" : "1"))
                tag(.input, .type("hidden"), .name("back"), .value(back))
                tag(.button, .type("submit"), .aria("describedby", "map-images-text")) {
                    isOn ? Texts.hideImages() : Texts.showImages()
                }
                tag(.p, .class("quiet small"), .id("map-images-text")) {
                    isOn
                        ? Texts.imagesShown(["server": server.host])
                        : Texts.imagesHidden(["server": server.host])
                }
            }
        } else {
            tag(.p, .class("quiet small")) { Texts.noImages() }
        }
    }

    private var back: String {
        context.request.head.method == .post
            ? PageArea.map.path.text : context.request.head.path ?? PageArea.map.path.text
    }
}
