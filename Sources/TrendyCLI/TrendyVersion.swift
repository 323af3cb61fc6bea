/// The version of this program.
enum TrendyVersion {
    static let text = "0.1.0"
}
