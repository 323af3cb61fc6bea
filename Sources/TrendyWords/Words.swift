/// The texts that people read, area by area; each area has a file `Words+Area.swift`.
public enum Words {
    /// Every phrase of every area, by its key: what a translator gets.
    public static let all: [Phrase] = [
        Time.all, Timeline.all, Values.all,
    ].flatMap(\.self)
}

extension CountedPhrase {
    /// The texts of all numbers.
    var phrases: [Phrase] { [one, other] }
}
