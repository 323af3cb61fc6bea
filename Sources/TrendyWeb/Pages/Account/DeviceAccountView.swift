import TrendyLocalization

/// The account of a device's own pages, which only the command line changes.
struct DeviceAccountView {
    let context: PageContext

    private typealias Texts = Strings.WebAccount

    /// The command that signs a device in.
    private static let command = "trendy login --server https://SERVER --email ADDRESS"

    var html: HTML {
        tag(.section, .class("card"), .aria("labelledby", "device-title")) {
            tag(.h2, .id("device-title")) { Texts.deviceTitle() }
            tag(.dl, .class("facts")) {
                tag(.dt) { Texts.deviceAccount() }
                tag(.dd) { context.viewer.email ?? Texts.notSignedIn() }
            }
            if context.viewer.email != nil {
                tag(.p) { Texts.deviceSignedIn() }
            } else {
                tag(.p) { Texts.notSignedInText() }
                tag(.p) { Texts.signInHint() }
                tag(.p) { tag(.code, .class("command")) { Self.command } }
            }
            tag(.p) { tag(.a, .href(PageArea.devices.path)) { Texts.devicesLink() } }
        }
    }
}
