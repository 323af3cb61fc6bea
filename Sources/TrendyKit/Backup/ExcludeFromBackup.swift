package import TrendyStore

/// Applies ``BackupRule`` to the files of a profile's directory.
package struct ExcludeFromBackup: Sendable {
    private let directory: String
    private let files: any ProfileFiles
    private let exclusion: any BackupExclusion

    /// Creates a use case over a directory.
    package init(directory: String, files: any ProfileFiles, exclusion: any BackupExclusion) {
        self.directory = directory
        self.files = files
        self.exclusion = exclusion
    }

    /// Marks the files, by the state of the current database.
    ///
    /// - Throws: an error of the database or of the adapter.
    package func callAsFunction(_ store: DeviceStore, databasePath: String) async throws {
        let status = try await store.read { try $0.queue.status() }
        let current = databasePath.split(separator: "/").last.map(String.init) ?? databasePath
        for name in files.names(in: directory).sorted() {
            try exclusion.set(
                isExcluded: BackupRule.isExcluded(
                    name,
                    current: current,
                    hasLocalContent: status.hasLocalContent
                ),
                path: "\(directory)/\(name)"
            )
        }
    }
}
