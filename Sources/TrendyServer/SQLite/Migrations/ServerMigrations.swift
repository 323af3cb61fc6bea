import GRDB

/// The numbered migrations of the server's schema.
enum ServerMigrations {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration(Migration0001.name, migrate: Migration0001.migrate)
        migrator.registerMigration(Migration0002.name, migrate: Migration0002.migrate)
        migrator.registerMigration(Migration0003.name, migrate: Migration0003.migrate)
        migrator.registerMigration(Migration0004.name, migrate: Migration0004.migrate)
        migrator.registerMigration(Migration0005.name, migrate: Migration0005.migrate)
        migrator.registerMigration(Migration0006.name, migrate: Migration0006.migrate)
        migrator.registerMigration(Migration0007.name, migrate: Migration0007.migrate)
        migrator.registerMigration(Migration0008.name, migrate: Migration0008.migrate)
        migrator.registerMigration(Migration0009.name, migrate: Migration0009.migrate)
        return migrator
    }
}
