import Foundation
import TrendyKit
import TrendyModel

extension ZoneOptions {
    /// The format of dates and numbers, which is the same on every machine.
    var formats: DisplayFormatter { Self.formats(zone) }

    /// The same in the zone of this machine, for commands without a zone option.
    static var machineFormats: DisplayFormatter { formats(.current) }

    private static func formats(_ zone: TimeZone) -> DisplayFormatter {
        let zones = ZoneHistory(zone)
        return DisplayFormatter(locale: Locale(identifier: "en_GB"), zones: { zones })
    }
}
