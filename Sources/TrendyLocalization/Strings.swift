/// All texts for people, by area.
///
/// Each area has a file `Strings+Area.swift`.
package enum Strings {
    /// The texts of all areas, for translators.
    package static let all: [LocalizedText] = [
        Accounts.all, Activities.all, Address.all, Backup.all, Capture.all, Categories.all,
        Diagnosis.all, FailedChanges.all, Failures.all, Fields.all, Health.all, HealthDelivery.all,
        HealthGroups.all, Location.all, Metrics.all, Notifications.all, Onboarding.all,
        PlaceEditor.all, PlaceLimits.all, PlaceStates.all, Places.all, Problems.all, Profile.all,
        RegionMonitoring.all, Server.all, Store.all, Summary.all, Sync.all, Time.all, Timeline.all,
        Values.all,
    ].flatMap(\.self)
}

extension LocalizedPlural {
    /// Both plural forms.
    var texts: [LocalizedText] { [one, other] }
}
