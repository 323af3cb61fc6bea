#ifndef CSQLITE_CONFIGURATION_H
#define CSQLITE_CONFIGURATION_H

/// Makes a connection (`sqlite3 *`) defensive: no statement can damage the file, the schema is not
/// trusted, and no library is loaded. Returns SQLite's result code.
///
/// sqlite3_db_config() is variadic, so Swift cannot call it.
/// https://sqlite.org/c3ref/c_dbconfig_defensive.html
int trendy_sqlite_defend(void *connection);

#endif
