import GRDB

/// The numbered migrations of the device's database.
///
/// A migration is never edited after a release.
enum DeviceMigrations {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("0001", migrate: migration0001)
        migrator.registerMigration("0002", migrate: migration0002)
        migrator.registerMigration("0003", migrate: migration0003)
        migrator.registerMigration("0004", migrate: migration0004)
        migrator.registerMigration("0005", migrate: migration0005)
        migrator.registerMigration("0006", migrate: migration0006)
        migrator.registerMigration("0007", migrate: migration0007)
        migrator.registerMigration("0008", migrate: migration0008)
        migrator.registerMigration("0009", migrate: migration0009)
        migrator.registerMigration("0010", migrate: migration0010)
        migrator.registerMigration("0011", migrate: migration0011)
        migrator.registerMigration("0012", migrate: migration0012)
        migrator.registerMigration("0013", migrate: migration0013)
        migrator.registerMigration("0014", migrate: migration0014)
        migrator.registerMigration("0015", migrate: migration0015)
        migrator.registerMigration("0016", migrate: migration0016)
        migrator.registerMigration("0017", migrate: migration0017)
        return migrator
    }

    /// The number of the newest migration.
    static let schemaVersion = migrator.migrations.count
}
