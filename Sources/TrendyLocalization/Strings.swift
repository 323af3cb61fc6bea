/// All texts for people, by area.
///
/// Each area has a file `Strings+Area.swift`.
package enum Strings {
    /// The texts of all areas, for translators.
    package static let all: [LocalizedText] = [
        Accounts.all, Activities.all, Address.all, Backup.all, Capture.all, Categories.all,
        Colors.all, Diagnosis.all, Editor.all, EventTypes.all, FailedChanges.all, Failures.all,
        Fields.all, Filter.all, Health.all, HealthDelivery.all, HealthGroups.all, Icons.all,
        Insights.all, Location.all, Metrics.all, Notifications.all, Onboarding.all, PlaceEditor.all,
        PlaceLimits.all, PlaceStates.all, Places.all, Problems.all, Profile.all, PropertyTypes.all,
        RegionMonitoring.all, Report.all, Server.all, Settings.all, Store.all, Summary.all,
        Sync.all, Time.all, Timeline.all, Values.all,
    ].flatMap(\.self)

    /// The texts of the web pages, which the app does not show.
    package static let web: [LocalizedText] =
        Web.all + WebAccount.all + WebDecisions.all + WebDevices.all + WebExplanation.all
        + WebInsights.all + WebMap.all + WebOffline.all + WebOverview.all + WebProvider.all
        + WebSignIn.all
        + WebTimeline.all
        + WebTransfer.all
}

extension LocalizedPlural {
    /// Both plural forms.
    var texts: [LocalizedText] { [one, other] }
}
