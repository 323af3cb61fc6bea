// TrendyFileImport: imports files into a device's database, for the command line and web pages.

package import TrendyHealth

/// How far an import is.
package enum FileImportProgress: Sendable, Equatable {
    /// The file is checked before anything is stored; in bytes, the total `nil` while unknown.
    case checking(done: Int64, total: Int64?)
    /// The file is read, in bytes; the total is `nil` while unknown.
    case reading(done: Int64, total: Int64?)
    /// The days of a metric are computed.
    case computing(HealthMetric, doneDays: Int, totalDays: Int)
}
