import TrendyKit
import TrendySync

/// The person's choice to sync less often, stored outside the database so that it applies to every
/// account of the device.
struct SyncFrequency {
    private static let key = "sync_less_often"

    let keyValues: any KeyValueStore

    /// Whether the person chose fewer syncs; a value that cannot be read counts as not chosen.
    var isLessOften: Bool {
        // A locked device cannot read it; the default schedule loses nothing.
        (try? keyValues.text(for: Self.key)) == "yes"
    }

    /// The schedule of the choice.
    var schedule: SyncSchedule { isLessOften ? .lessOften : SyncSchedule() }

    /// Stores the choice.
    func set(isLessOften: Bool) throws {
        try keyValues.set(isLessOften ? "yes" : nil, for: Self.key)
    }
}
