import Foundation
import TrendyModel

/// The clock of the machine, which PostgreSQL reads, too.
struct SystemClock: WallClock {
    var offset = Duration.zero

    func now() -> Instant {
        Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) + offset
    }
}
