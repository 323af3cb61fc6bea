import HTTPTypes
import TrendyLocalization
import TrendyWebAssets

/// The frame of a page: head, navigation, and the main part that live updates replace.
struct PageLayout {
    let context: PageContext
    let title: String
    let area: PageArea?
    let scripts: [String]

    /// The page.
    @MainActor
    func html(_ content: HTML) async -> HTML {
        let decisions = await DecisionCount.of(context)
        let isInstallable = context.viewer.place == .server
        let shared = ["live.js", "zone.js"] + (isInstallable ? ["offline.js"] : [])
        return Self.document(title: title, scripts: shared + scripts) {
            tag(.a, .class("skip"), .href(anchor: "main")) { Strings.Web.skip() }
            tag(.header, .class("site")) {
                tag(.a, .class("brand"), .href(PageArea.overview.path)) { "Trendy" }
                tag(.nav, .aria("label", Strings.Web.navigation())) {
                    tag(.ul) {
                        for entry in PageArea.allCases { self.entry(entry, decisions) }
                    }
                }
            }
            tag(
                .p,
                .id("connection"),
                .class("banner warning"),
                .role("status"),
                .data("lost", Strings.Web.notLive()),
                .data("ended", Strings.Web.sessionEnded()),
                .flag(.hidden)
            )
            if isInstallable { OfflinePage.notice(context) }
            tag(.main, .id("main"), .tabindex(-1), live) {
                if context.viewer.isReading {
                    tag(.p, .class("banner")) { Strings.WebSignIn.stillReading() }
                }
                content
            }
        }
    }

    /// The address of live updates; not for the answer to a form, which shows what was entered and
    /// is not what its address shows.
    private var live: HTMLAttribute {
        context.request.head.method == .post ? .none : .data("live", "/live")
    }

    private func entry(_ entry: PageArea, _ decisions: Int) -> HTML {
        tag(.li) {
            tag(
                .a,
                .href(entry.path),
                entry == area ? .aria("current", "page") : .none
            ) {
                entry.name
                if entry == .decisions, decisions > 0 {
                    " "
                    tag(.span, .class("badge")) { String(decisions) }
                }
            }
        }
    }

    /// A page without navigation, for people who are not signed in.
    static func plain(title: String, scripts: [String] = [], _ content: HTML) -> HTML {
        document(title: title, scripts: ["zone.js"] + scripts) {
            tag(.main, .id("main"), .class("plain")) { content }
        }
    }

    private static func document(
        title: String,
        scripts: [String],
        @HTMLBuilder body: () -> HTML
    ) -> HTML {
        tag(.html, .lang("en")) {
            tag(.head) {
                tag(.meta, .set(.charset, "utf-8"))
                tag(
                    .meta,
                    .name("viewport"),
                    .content("width=device-width, initial-scale=1, viewport-fit=cover")
                )
                tag(.meta, .name("color-scheme"), .content("light dark"))
                tag(.title) { "\(title) – Trendy" }
                tag(.link, .rel("stylesheet"), .href(WebAssetPath.path(WebAsset.styleSheet)))
                tag(
                    .link,
                    .rel("icon"),
                    .type("image/svg+xml"),
                    .href(WebAssetPath.path("icon.svg"))
                )
                tag(.link, .rel("manifest"), .href(WebPath("/manifest.webmanifest")))
                for script in scripts {
                    tag(.script, .type("module"), .src(WebAssetPath.path(script)))
                }
            }
            tag(.body) { body() }
        }
    }
}
