/// The texts that people read, area by area; each area has a file `Words+Area.swift`.
public enum Words {
    /// Every phrase of every area, by its key: what a translator gets.
    public static let all: [Phrase] = [
        Accounts.all, Activities.all, Address.all, Capture.all, Categories.all, Decisions.all,
        Diagnosis.all, Fields.all, Health.all, Location.all,
        Notices.all, Onboarding.all, Places.all, Profile.all, Server.all, Store.all, Summary.all,
        Sync.all, Time.all, Timeline.all,
        Trouble.all, Values.all, Watch.all,
    ].flatMap(\.self)
}

extension CountedPhrase {
    /// The texts of all numbers.
    var phrases: [Phrase] { [one, other] }
}
