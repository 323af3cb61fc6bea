import MutantSchemata
import Testing

@Suite("Mutants of SQL")
struct SQLMutationsTests {
    private func texts(_ sql: String, _ kind: Mutant.Kind) -> [String] {
        SQLMutations.of(sql).filter { $0.kind == kind }.map(\.text)
    }

    @Test("Each term of a WHERE is dropped on its own, and parameters keep their numbers")
    func terms() {
        #expect(
            texts("DELETE FROM t WHERE a = ? AND (b IS NULL OR c = ?) AND d = 1", .droppedTerm) == [
                "DELETE FROM t WHERE (a = ? OR 1) AND (b IS NULL OR c = ?) AND d = 1",
                "DELETE FROM t WHERE a = ? AND ((b IS NULL OR c = ?) OR 1) AND d = 1",
                "DELETE FROM t WHERE a = ? AND (b IS NULL OR c = ?) AND (d = 1 OR 1)",
            ]
        )
    }

    @Test("A term ends where the clause or the subquery ends")
    func ends() {
        #expect(
            texts(
                "SELECT a FROM t WHERE b IN (SELECT c FROM u WHERE d = 'x)') LIMIT 1",
                .droppedTerm
            )
                == [
                    "SELECT a FROM t WHERE (b IN (SELECT c FROM u WHERE d = 'x)') OR 1) LIMIT 1",
                    "SELECT a FROM t WHERE b IN (SELECT c FROM u WHERE (d = 'x)' OR 1)) LIMIT 1",
                ]
        )
        #expect(
            texts("UPDATE t SET a = 1 WHERE b BETWEEN ? AND ? RETURNING c", .droppedTerm)
                == ["UPDATE t SET a = 1 WHERE (b BETWEEN ? AND ? OR 1) RETURNING c"]
        )
    }

    @Test("Comparisons lose or gain their bound")
    func comparisons() {
        #expect(
            texts("SELECT a FROM t WHERE b < ? AND c >= ? AND d <> e", .boundaryInSQL) == [
                "SELECT a FROM t WHERE b <= ? AND c >= ? AND d <> e",
                "SELECT a FROM t WHERE b < ? AND c > ? AND d <> e",
            ]
        )
    }

    @Test("Each column of an ORDER BY is left out on its own; a single one becomes NULL")
    func orders() {
        #expect(
            texts("SELECT a FROM t ORDER BY b, coalesce(c, 0) DESC LIMIT 5", .droppedOrder) == [
                "SELECT a FROM t ORDER BY  coalesce(c, 0) DESC LIMIT 5",
                "SELECT a FROM t ORDER BY b LIMIT 5",
            ]
        )
        #expect(
            texts("SELECT (SELECT a FROM t ORDER BY b) AS x", .droppedOrder)
                == ["SELECT (SELECT a FROM t ORDER BY NULL) AS x"]
        )
    }

    @Test("An interpolation stays whole")
    func interpolations() {
        #expect(
            texts(#"SELECT a FROM \(table(1, of: x)) WHERE b = \(value)"#, .droppedTerm)
                == [#"SELECT a FROM \(table(1, of: x)) WHERE (b = \(value) OR 1)"#]
        )
    }

    @Test("Sentences are not SQL")
    func sentences() {
        #expect(!SQLMutations.isSQL("Where the event is, and when it was"))
        #expect(SQLMutations.isSQL("SELECT count(*) FROM t"))
    }
}
