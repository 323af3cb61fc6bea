#include "CSQLiteConfiguration.h"

#include <sqlite3.h>
#include <stddef.h>

int trendy_sqlite_defend(void *connection) {
    sqlite3 *db = connection;
    int result = sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    if (result == SQLITE_OK)
        result = sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    if (result == SQLITE_OK)
        result = sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
    return result;
}
