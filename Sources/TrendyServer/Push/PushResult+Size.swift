import TrendyModel
import TrendyWire

extension PushResult {
    /// The approximate size in an answer, in bytes.
    var answerBytes: Int {
        var bytes = 100
        if let entity { bytes += 300 + entity.content.utf8.count }
        guard let problem else { return bytes }
        bytes += 300 + problem.detail.utf8.count
        for error in problem.errors ?? [] {
            bytes += 50 + error.field.utf8.count + error.message.utf8.count
        }
        return bytes
    }
}
