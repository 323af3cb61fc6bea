import TrendyAppSupport
import TrendyLocalization

/// The state of sync of the viewer's database, and its latest runs.
@MainActor
enum SyncSection {
    private typealias Texts = Strings.WebDevices

    static func html(_ model: SyncStatusViewModel, _ context: PageContext) -> HTML {
        tag(.section, .class("card"), .aria("labelledby", "sync"), .data("key", "sync")) {
            tag(.div, .class("row between")) {
                tag(.h2, .id("sync")) { Texts.sync() }
                tag(.span, .class("state \(tone(model.indicator))"), .role("status")) {
                    model.title
                }
            }
            if let problem = model.problem { tag(.p, .class("banner bad")) { problem } }
            if context.viewer.place == .server {
                tag(.p, .class("quiet small")) { Texts.thisReplica() }
            }
            for text in lines(model) { tag(.p) { text } }
            if let remedy = model.remedyText { tag(.p, .class("quiet")) { remedy } }
            if context.viewer.place == .device, model.canSync {
                tag(.form, .method(.post), .action(WebPath("/devices/sync")), .class("row")) {
                    context.formToken
                    tag(.button, .type("submit")) { Texts.syncNow() }
                    tag(.span, .class("quiet small")) { Texts.syncNowText() }
                }
            }
        }
    }

    private static func tone(_ indicator: SyncStatusViewModel.Indicator) -> String {
        switch indicator {
        case .synced: "good"
        case .syncing: ""
        case .waiting, .offline, .signIn: "warning"
        case .attention, .failure: "bad"
        }
    }

    private static func lines(_ model: SyncStatusViewModel) -> [String] {
        [
            model.reasonText, model.progressText, model.waitingText, model.oldestText,
            model.failedText, model.staleText, model.conflictsText, model.lastSyncedText,
        ].compactMap(\.self).filter { !$0.isEmpty }
    }

    static func history(_ model: SyncStatusViewModel) -> HTML {
        guard !model.history.isEmpty else { return .empty }
        return tag(
            .section,
            .class("card"),
            .aria("labelledby", "history"),
            .data("key", "history")
        ) {
            tag(.h2, .id("history")) { Texts.history() }
            tag(
                .div,
                .class("scroll"),
                .tabindex(0),
                .role("group"),
                .aria("label", Texts.history())
            ) {
                tag(.table) {
                    tag(.caption) { Texts.historyCaption() }
                    tag(.thead) {
                        tag(.tr) {
                            tag(.th, .scope("col")) { Texts.time() }
                            tag(.th, .scope("col")) { Texts.result() }
                        }
                    }
                    tag(.tbody) {
                        for run in model.history {
                            tag(.tr) {
                                tag(.th, .scope("row"), .class("device-time")) { run.time }
                                tag(.td, .class(run.isSuccessful ? "" : "state warning")) {
                                    run.text
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
