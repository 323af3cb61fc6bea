/// All texts for people, by area.
///
/// Each area has a file `Strings+Area.swift`.
public enum Strings {
    /// The texts of all areas, for translators.
    public static let all: [LocalizedText] = [
        Accounts.all, Activities.all, Address.all, Capture.all, Categories.all, FailedChanges.all,
        Diagnosis.all, Fields.all, Health.all, Location.all,
        Notices.all, Onboarding.all, Places.all, Profile.all, Server.all, Store.all, Summary.all,
        Sync.all, Time.all, Timeline.all,
        Failures.all, Values.all, RegionMonitoring.all,
    ].flatMap(\.self)
}

extension LocalizedPlural {
    /// Both plural forms.
    var texts: [LocalizedText] { [one, other] }
}
