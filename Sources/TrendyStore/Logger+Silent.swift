package import Logging

extension Logger {
    /// A logger that discards everything, for stores and monitors of tools.
    package static let silent = Logger(label: "trendy.silent") { _ in SwiftLogNoOpLogHandler() }
}
