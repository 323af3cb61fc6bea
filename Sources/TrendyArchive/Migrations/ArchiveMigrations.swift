import GRDB

/// The numbered migrations of the archive of samples.
///
/// A migration is never edited after a release.
enum ArchiveMigrations {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("0001", migrate: archiveMigration0001)
        return migrator
    }
}
