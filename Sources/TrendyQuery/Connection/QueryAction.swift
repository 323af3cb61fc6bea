import GRDBSQLite

/// Something that a statement does, as SQLite reports it to an authorizer
/// (https://sqlite.org/c3ref/c_alter_table.html).
struct QueryAction {
    /// SQLite's number of the action.
    let code: Int32
    /// The name of a pragma; else the first detail of the action.
    let first: String?
    /// The name of a function; else the second detail of the action.
    let second: String?

    /// The pragmas that read the schema.
    private static let pragmas: Set = [
        "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo",
        "database_list", "function_list", "pragma_list", "collation_list", "compile_options",
        "module_list",
    ]

    /// The functions that reach files, code or memory.
    ///
    /// SQLite's library has few of them; a build of
    /// another vendor can have more.
    private static let functions: Set = [
        "load_extension", "readfile", "writefile", "edit", "fts3_tokenizer", "lsmode", "zipfile",
        "fsdir", "sqlar_compress", "sqlar_uncompress", "eval", "sqlite_rename_table",
    ]

    /// What the statement wants to do although a query may not; `nil` for an allowed action.
    ///
    /// Everything that is not listed as allowed is refused.
    var refusal: String? {
        switch code {
        case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: return nil
        case SQLITE_FUNCTION:
            let name = (second ?? "").lowercased()
            return Self.functions.contains(name) ? "the function \(name)" : nil
        case SQLITE_PRAGMA:
            let name = (first ?? "").lowercased()
            return Self.pragmas.contains(name) ? nil : "PRAGMA \(name)"
        default: return Self.names[code] ?? "this statement"
        }
    }

    private static let names: [Int32: String] = [
        SQLITE_ATTACH: "ATTACH (and VACUUM, which uses it)", SQLITE_DETACH: "DETACH",
        SQLITE_INSERT: "INSERT", SQLITE_UPDATE: "UPDATE", SQLITE_DELETE: "DELETE",
        SQLITE_TRANSACTION: "a transaction", SQLITE_SAVEPOINT: "a savepoint",
        SQLITE_ANALYZE: "ANALYZE", SQLITE_REINDEX: "REINDEX", SQLITE_ALTER_TABLE: "ALTER TABLE",
        SQLITE_CREATE_VTABLE: "CREATE VIRTUAL TABLE", SQLITE_DROP_VTABLE: "DROP TABLE",
        SQLITE_CREATE_TABLE: "CREATE TABLE", SQLITE_CREATE_TEMP_TABLE: "CREATE TABLE",
        SQLITE_CREATE_VIEW: "CREATE VIEW", SQLITE_CREATE_TEMP_VIEW: "CREATE VIEW",
        SQLITE_CREATE_INDEX: "CREATE INDEX", SQLITE_CREATE_TEMP_INDEX: "CREATE INDEX",
        SQLITE_CREATE_TRIGGER: "CREATE TRIGGER", SQLITE_CREATE_TEMP_TRIGGER: "CREATE TRIGGER",
        SQLITE_DROP_TABLE: "DROP TABLE", SQLITE_DROP_TEMP_TABLE: "DROP TABLE",
        SQLITE_DROP_VIEW: "DROP VIEW", SQLITE_DROP_TEMP_VIEW: "DROP VIEW",
        SQLITE_DROP_INDEX: "DROP INDEX", SQLITE_DROP_TEMP_INDEX: "DROP INDEX",
        SQLITE_DROP_TRIGGER: "DROP TRIGGER", SQLITE_DROP_TEMP_TRIGGER: "DROP TRIGGER",
    ]
}
