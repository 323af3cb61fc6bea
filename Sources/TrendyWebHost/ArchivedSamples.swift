import TrendyArchive
package import TrendyHealth

/// The samples that imports kept in a device's directory.
package struct ArchivedSamples: SampleProviding {
    private let directory: String

    /// Creates access to the archive of a device's directory.
    package init(directory: String) {
        self.directory = directory
    }

    /// Opens the archive for one reading, because an import may create, replace or remove it.
    package func withSamples<Value: Sendable>(
        _ body: @Sendable (any HealthSource) async throws -> Value
    ) async throws -> Value? {
        guard SampleArchive.exists(in: directory) else { return nil }
        let archive = try SampleArchive(directory: directory)
        do {
            let value = try await body(ArchivedHealthSource(archive))
            try archive.close()
            return value
        } catch {
            // The first error has the cause.
            try? archive.close()
            throw error
        }
    }
}
