import TrendyAppSupport

/// The permission and the delivery of health data, as the screen shows them.
struct HealthAccess: Equatable {
    /// The state of the permission; `nil` on a device without health data.
    var permission: String?
    /// Whether access can be requested now.
    var canRequest = false
    /// That Background App Refresh is off; `nil` when it is on.
    var backgroundRefresh: String?
    /// That iOS did not wake the app; `nil` without evidence of that.
    var deliveryWarning: String?
    /// The problems with their remedies.
    var findings: [HealthFinding] = []
    /// The progress of the import of history; `nil` when none runs.
    var importText: String?
    /// The imported share of the history; `nil` when none runs.
    var importProgress: Double?
}

extension HealthAccess {
    /// The state that a view model shows now.
    @MainActor
    init(_ model: HealthSettingsViewModel) {
        permission = model.permissionText
        canRequest = model.canRequestAccess
        backgroundRefresh = model.backgroundRefreshText
        deliveryWarning = model.deliveryWarning
        findings = model.findingRows.map {
            HealthFinding(
                id: $0.id,
                text: $0.finding,
                remedy: $0.remedy,
                isFailure: $0.isFailure
            )
        }
        importText = model.importText
        importProgress = model.importProgress
    }
}
