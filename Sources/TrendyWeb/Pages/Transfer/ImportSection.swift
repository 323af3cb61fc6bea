import TrendyKit
import TrendyLocalization

/// The form that uploads a file.
struct ImportSection {
    let context: PageContext
    let fileError: String?

    private typealias Texts = Strings.WebTransfer

    /// The address of a form that works without a script.
    private var action: WebPath {
        WebPath("/transfer/file", ["csrf": context.viewer.formToken])
    }

    var html: HTML {
        tag(.section, .class("card"), .aria("labelledby", "import-title")) {
            tag(.h2, .id("import-title")) { Texts.importTitle() }
            tag(.p) { Texts.importIntro() }
            if let imports = context.viewer.imports {
                form(DisplayFormatter.bytes(imports.maximumFileBytes))
                instructions
            } else {
                tag(.p, .class("quiet")) { Texts.notPossible() }
            }
        }
    }

    private func form(_ largest: String) -> HTML {
        tag(
            .form,
            attributes: [
                .id("upload"), .class("stack"), .method(.post), .action(action),
                .set(.enctype, "multipart/form-data"), .data("token", context.viewer.formToken),
                .data("starting", Texts.statusStarting()),
                .data("sending", Texts.statusSending(["percent": "{percent}"])),
                .data("retrying", Texts.statusRetrying(["percent": "{percent}"])),
                .data("complete", Texts.statusComplete()), .data("empty", Texts.noFile()),
                .data("failed", Texts.malformedText()),
            ]
        ) {
            tag(.label, .for("file")) { Texts.chooseFile() }
            tag(
                .input,
                attributes: [
                    .type("file"), .id("file"), .name("file"), .flag(.required),
                    .set(.accept, ".zip,.xml,.gpx,.json,.ndjson"),
                    .aria("describedby", fileError == nil ? "file-hint" : "file-error file-hint"),
                    fileError == nil ? .none : .aria("invalid", "true"),
                ]
            )
            if let fileError { tag(.p, .id("file-error"), .class("field-error")) { fileError } }
            tag(.p, .id("file-hint"), .class("quiet small")) {
                Texts.accepted(["size": largest])
            }
            tag(
                .progress,
                .id("upload-progress"),
                .set(.max, "100"),
                .value("0"),
                .aria("label", Texts.uploadingState()),
                .flag(.hidden)
            ) {}
            tag(.p, .id("upload-status"), .role("status")) {}
            tag(.div) {
                tag(.button, .type("submit"), .class("primary")) { Texts.upload() }
            }
        }
    }

    private var instructions: HTML {
        tag(.details) {
            tag(.summary) { Texts.howTo() }
            tag(.ul) {
                tag(.li) { Texts.howToHealth() }
                tag(.li) { Texts.howToTrack() }
                tag(.li) { Texts.howToTrendy() }
            }
        }
    }
}
