/// The texts that people read, area by area; each area has a file `Words+Area.swift`.
public enum Strings {
    /// Every phrase of every area, by its key: what a translator gets.
    public static let all: [LocalizedText] = [
        Accounts.all, Activities.all, Address.all, Capture.all, Categories.all, FailedChanges.all,
        Diagnosis.all, Fields.all, Health.all, Location.all,
        Notices.all, Onboarding.all, Places.all, Profile.all, Server.all, Store.all, Summary.all,
        Sync.all, Time.all, Timeline.all,
        Failures.all, Values.all, RegionMonitoring.all,
    ].flatMap(\.self)
}

extension LocalizedPlural {
    /// The texts of all numbers.
    var texts: [LocalizedText] { [one, other] }
}
