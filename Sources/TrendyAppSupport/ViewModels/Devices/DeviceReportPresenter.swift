import TrendyHealth
import TrendyKit
import TrendyLocalization
import TrendyModel
import TrendyPlaces
import TrendyStore
import TrendyWire

/// Makes the texts of a device's report.
struct DeviceReportPresenter {
    private typealias Texts = Strings.WebDevices
    private typealias Details = DeviceReportDetails

    let formats: DisplayFormatter
    let now: Instant

    /// The texts of a report.
    ///
    /// - Parameters:
    ///   - device: the device and its report.
    ///   - isSilent: whether it has not reported for long.
    ///   - own: why changes of this device fail, exactly; `nil` for another device.
    /// - Returns: the texts.
    func details(
        of device: AccountSync.Device,
        isSilent: Bool,
        own: QueueReasons?
    ) -> DeviceReportDetails {
        let report = device.report
        let reportedAt = Instant(rfc3339: device.reportedAt) ?? now
        let conditions = report.conditions
        return DeviceReportDetails(
            failed: own.map { reasons($0.failed) } ?? reasons(report.queue?.failedReasons ?? []),
            blocked: own.map { reasons($0.blocked) } ?? reasons(report.queue?.blockedReasons ?? []),
            oldestText: report.pending == 0 ? nil : oldest(report, reportedAt),
            silentText: isSilent
                ? Texts.silent(["time": formats.dayAndTime(reportedAt)]) : nil,
            versions: versions(report),
            permissions: conditions.map { permissions($0.permissions) } ?? [],
            regions: conditions?.regions.map(regions),
            regionEventText: conditions?.regions?.lastEventSeconds.map {
                Texts.regionEvent(["ago": ago($0, reportedAt)])
            },
            observersText: conditions?.observers.map(observersText),
            observers: (conditions?.observers ?? []).map { observer($0, reportedAt) },
            olderProgramText: report.queue == nil && conditions == nil ? Texts.olderProgram() : nil
        )
    }

    // MARK: Changes

    private func reasons(_ counts: [String: Int]) -> [DeviceReportDetails.Reason] {
        reasons(
            counts.map { DeviceReport.Reason(code: $0.key, count: $0.value) }
                .sorted { ($1.count, $0.code) < ($0.count, $1.code) }
        )
    }

    private func reasons(_ reasons: [DeviceReport.Reason]) -> [DeviceReportDetails.Reason] {
        reasons.map { reason in
            Details.Reason(
                count: reason.count,
                text: FailureReasonPresenter.text(forMutationCode: reason.code)
            )
        }
    }

    private func oldest(_ report: DeviceReport, _ reportedAt: Instant) -> String? {
        report.oldestPendingSeconds.map { seconds in
            // It has waited since the report, too.
            let age = max(.zero, now - reportedAt) + .seconds(seconds)
            return Texts.oldest(["span": formats.span(age)])
        }
    }

    // MARK: Program and permissions

    private func versions(_ report: DeviceReport) -> [DeviceReportDetails.Line] {
        var lines = [
            Details.Line(label: Texts.program(), value: report.appVersion),
            Details.Line(label: Texts.schema(), value: String(report.schemaVersion)),
        ]
        if let system = report.conditions?.system {
            lines.append(Details.Line(label: Texts.system(), value: system))
        }
        return lines
    }

    private func permissions(
        _ permissions: DeviceReport.Permissions
    ) -> [DeviceReportDetails.Line] {
        var lines: [Details.Line] = []
        if let code = permissions.location {
            let authorization = LocationAuthorization.State(code: code)
                .map { LocationAuthorization($0) }
            lines.append(
                Details.Line(
                    label: Texts.location(),
                    value: authorization?.text ?? code,
                    isProblem: authorization?.isSufficient == false
                )
            )
        }
        if let code = permissions.health {
            let text =
                switch code {
                case "asked": HealthAuthorizationStatus.asked.text
                case "not_asked": HealthAuthorizationStatus.notAsked.text
                case "unavailable": HealthAuthorizationStatus.unavailable.text
                default: code
                }
            lines.append(
                Details.Line(label: Texts.health(), value: text, isProblem: code == "not_asked")
            )
        }
        if let code = permissions.notifications {
            let text =
                switch code {
                case "authorized": Texts.notificationsOn()
                case "denied": Texts.notificationsOff()
                case "not_asked": Texts.notificationsNotAsked()
                default: code
                }
            lines.append(Details.Line(label: Texts.notifications(), value: text))
        }
        return lines
    }

    // MARK: Capture

    private func regions(_ regions: DeviceReport.Regions) -> DeviceReportDetails.Line {
        var text = Texts.monitored(
            regions.places,
            ["monitored": String(regions.monitored)]
        )
        if regions.refused > 0 { text += " " + Texts.refused(regions.refused) }
        let isMissing = regions.monitored < regions.selected
        return Details.Line(
            label: Texts.regions(),
            value: text,
            isProblem: regions.refused > 0 || isMissing
        )
    }

    private func observersText(_ observers: [DeviceReport.Observer]) -> DeviceReportDetails.Line {
        let running = observers.count { $0.isRunning }
        return Details.Line(
            label: Texts.observers(),
            value: Texts.running(observers.count, ["running": String(running)]),
            isProblem: observers.contains { !$0.isRunning || !$0.isDelivered }
        )
    }

    private func observer(
        _ observer: DeviceReport.Observer,
        _ reportedAt: Instant
    ) -> DeviceReportDetails.Observer {
        Details.Observer(
            id: observer.kind,
            name: HealthMetric(rawValue: observer.kind)?.text ?? observer.kind,
            state: observer.isRunning ? Texts.observed() : Texts.notObserved(),
            call: observer.lastCallSeconds.map { ago($0, reportedAt) } ?? Texts.neverCalled(),
            delivery: observer.isDelivered ? Texts.delivered() : Texts.notDelivered(),
            isProblem: !observer.isRunning || !observer.isDelivered
        )
    }

    /// The age of what was `seconds` old at the time of a report.
    private func ago(_ seconds: Int, _ reportedAt: Instant) -> String {
        formats.ago(reportedAt - .seconds(seconds), now: now)
    }
}

extension SyncStatusViewModel {
    /// What a device last reported about itself; `nil` for a device that is not in ``devices``.
    package func details(of device: Device) -> DeviceReportDetails? {
        guard let reported = accountSync?.devices.first(where: { $0.id == device.id }) else {
            return nil
        }
        let presenter = DeviceReportPresenter(formats: formats, now: dependencies.wallClock.now())
        return presenter.details(
            of: reported,
            isSilent: device.isSilent,
            own: device.isThisDevice ? ownReasons : nil
        )
    }
}
