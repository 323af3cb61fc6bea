import TrendyAppSupport
import TrendyLocalization

/// A device with what it has pending, what failed and why, and what it can capture.
@MainActor
enum DeviceCard {
    private typealias Texts = Strings.WebDevices

    static func html(_ device: SyncStatusViewModel.Device, _ details: DeviceReportDetails?) -> HTML
    {
        tag(.article, .class("card device"), .data("key", device.id)) {
            tag(.header, .class("row between")) {
                tag(.h3) { device.name }
                if device.isThisDevice {
                    tag(.span, .class("device-mark")) { Texts.thisDevice() }
                }
            }
            tag(.p, .class("row")) {
                tag(.span, .class("state \(tone(device))")) { device.statusText }
                tag(.span, .class("quiet small")) { device.reportedText }
            }
            if let silent = details?.silentText {
                tag(.p, .class("banner warning")) { silent }
            }
            numbers(device, details)
            if let details {
                if let oldest = details.oldestText { tag(.p) { oldest } }
                reasons(device, details)
                facts(details)
                observers(device, details)
                if let text = details.olderProgramText {
                    tag(.p, .class("quiet small")) { text }
                }
            }
        }
    }

    private static func tone(_ device: SyncStatusViewModel.Device) -> String {
        if device.failed > 0 { return "bad" }
        return device.pending > 0 || device.isSilent ? "warning" : "good"
    }

    private static func numbers(
        _ device: SyncStatusViewModel.Device,
        _ details: DeviceReportDetails?
    ) -> HTML {
        let blocked = details?.blocked.reduce(0) { $0 + $1.count } ?? 0
        return tag(.dl, .class("device-numbers")) {
            number(Texts.pending(), device.pending, "")
            number(Texts.failed(), device.failed, device.failed > 0 ? "bad" : "")
            number(Texts.blocked(), blocked, blocked > 0 ? "warning" : "")
        }
    }

    private static func number(_ label: String, _ count: Int, _ tone: String) -> HTML {
        tag(.div) {
            tag(.dt) { label }
            tag(.dd, .class("number state \(tone)")) { String(count) }
        }
    }

    private static func reasons(
        _ device: SyncStatusViewModel.Device,
        _ details: DeviceReportDetails
    ) -> HTML {
        var html = HTML.empty
        if !details.failed.isEmpty {
            html.append(list(Texts.failedTitle(), details.failed))
            html.append(
                tag(.p) {
                    if device.isThisDevice {
                        tag(.a, .href(PageArea.decisions.path)) { Texts.decide() }
                    } else {
                        Texts.decideThere()
                    }
                }
            )
        }
        if !details.blocked.isEmpty {
            html.append(list(Texts.blockedTitle(), details.blocked))
        }
        return html
    }

    private static func list(_ title: String, _ reasons: [DeviceReportDetails.Reason]) -> HTML {
        tag(.section, .class("device-reasons")) {
            tag(.p, .class("device-reasons-title")) { title }
            tag(.ul) {
                for reason in reasons {
                    tag(.li) {
                        tag(.strong, .class("number")) { String(reason.count) }
                        " "
                        tag(.span) { reason.text }
                    }
                }
            }
        }
    }

    private static func facts(_ details: DeviceReportDetails) -> HTML {
        var capture: [DeviceReportDetails.Line] = []
        if let regions = details.regions { capture.append(regions) }
        if let observers = details.observersText { capture.append(observers) }
        return tag(.dl, .class("facts")) {
            for line in capture + details.permissions + details.versions {
                tag(.dt) { line.label }
                tag(.dd) {
                    tag(.span, .class(line.isProblem ? "state warning" : "")) { line.value }
                    if line == details.regions, let event = details.regionEventText {
                        tag(.span, .class("quiet small")) { " \(event)" }
                    }
                }
            }
        }
    }

    private static func observers(
        _ device: SyncStatusViewModel.Device,
        _ details: DeviceReportDetails
    ) -> HTML {
        guard !details.observers.isEmpty else { return .empty }
        return tag(.details, .data("key", "observers-\(device.id)")) {
            tag(.summary) { Texts.eachObserver() }
            tag(
                .div,
                .class("scroll"),
                .tabindex(0),
                .role("group"),
                .aria("label", Texts.eachObserver())
            ) {
                tag(.table, .class("small")) {
                    tag(.caption) { Texts.observersCaption(["device": device.name]) }
                    tag(.thead) {
                        tag(.tr) {
                            for name in [
                                Texts.kind, Texts.state, Texts.lastCall, Texts.delivery,
                            ] {
                                tag(.th, .scope("col")) { name() }
                            }
                        }
                    }
                    tag(.tbody) {
                        for observer in details.observers {
                            tag(.tr, .data("key", observer.id)) {
                                tag(.th, .scope("row")) { observer.name }
                                tag(.td, .class(observer.isProblem ? "state warning" : "")) {
                                    observer.state
                                }
                                tag(.td) { observer.call }
                                tag(.td) { observer.delivery }
                            }
                        }
                    }
                }
            }
        }
    }
}
