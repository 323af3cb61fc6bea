/// The limits of uploaded files.
package struct ImportLimits: Sendable {
    /// The maximum size of a file, in bytes; exports of ten years with a Watch reach 5 GB.
    package var fileBytes: Int64 = 16_000_000_000
    /// The maximum size of an account's files together, in bytes.
    package var accountBytes: Int64 = 20_000_000_000
    /// The maximum size of the files of all accounts together, in bytes.
    package var totalBytes: Int64 = 64_000_000_000
    /// The space on the disk that uploads leave free, in bytes.
    package var freeBytes: Int64 = 512 << 20
    /// The maximum number of an account's unfinished uploads and imports.
    package var unfinished = 5
    /// The number of an account's finished imports that are listed.
    package var finished = 20
    /// The time after which an unfinished upload is deleted.
    package var uploadTime = Duration.seconds(7 * 86_400)
    /// The time without bytes after which an upload counts as cut off.
    package var activeTime = Duration.seconds(20)
    /// How often an import is started; one that ended with the process each time is given up.
    package var attempts = 3
    /// The size of the name and fingerprint of a file, in bytes.
    package var textBytes = 500

    /// Creates the limits of a server.
    package init() {}
}
