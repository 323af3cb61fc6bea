import GRDB
import TrendySQLite

extension DeviceStore {
    /// Whether the file is damaged; reads the whole file.
    ///
    /// Source: [PRAGMA quick_check](https://sqlite.org/pragma.html#pragma_quick_check).
    package func isDamaged() -> Bool {
        do {
            return try database.reading {
                try String.fetchAll($0, sql: "PRAGMA quick_check(1)") != ["ok"]
            }
        } catch let error as DatabaseError {
            let code = error.resultCode.primaryResultCode
            return code == .SQLITE_CORRUPT || code == .SQLITE_NOTADB
        } catch {
            // Not an error of the file's content.
            return false
        }
    }
}
