import Testing
import TrendySQLite
import TrendyServer

@Suite("The health of a store")
struct StoreHealthTests {
    private let full = SQLiteResult(code: 13)
    private let corrupt = SQLiteResult(code: 267)

    private func condition(
        inode: UInt64? = 1,
        isWritable: Bool = true,
        freeBytes: UInt64? = 1 << 40
    ) -> FileCondition {
        FileCondition(
            identity: inode.map { FileCondition.Identity(device: 1, inode: $0) },
            isWritable: isWritable,
            freeBytes: freeBytes
        )
    }

    @Test("A full disk is reported once, and the next write ends the fault")
    func fullDisk() {
        var health = StoreHealth(condition: condition())

        let first = health.failed(full)
        let second = health.failed(full)
        let refusal = health.refusal
        let recovered = health.wrote()

        #expect(first == .failed(StoreUnavailable(.diskFull, full)))
        #expect(second == nil)
        #expect(refusal == nil)
        #expect(recovered == .recovered)
        #expect(health.wrote() == nil)
    }

    @Test("Damage is permanent", arguments: [267, 11, 26, 523] as [Int32])
    func corrupt(code: Int32) {
        var health = StoreHealth(condition: condition())
        let fault = StoreUnavailable(.corrupt, SQLiteResult(code: code))

        #expect(health.failed(SQLiteResult(code: code)) == .stopped(fault))
        #expect(health.wrote() == nil)
        #expect(health.failed(full) == nil)
        #expect(health.refusal == fault)
        #expect(health.obstacle(condition()) == fault)
    }

    @Test(
        "A different or missing file at the path stops the store",
        arguments: [2, nil] as [UInt64?]
    )
    func replaced(inode: UInt64?) {
        var health = StoreHealth(condition: condition())

        #expect(health.observed(condition()) == nil)
        #expect(
            health.observed(condition(inode: inode)) == .stopped(StoreUnavailable(.fileReplaced))
        )
        #expect(health.observed(condition()) == nil)
        #expect(health.refusal == StoreUnavailable(.fileReplaced))
    }

    @Test("A read-only file and little free space are obstacles without a write")
    func obstacles() {
        let health = StoreHealth(condition: condition())
        let minimum = StoreHealth.minimumFreeBytes

        #expect(health.obstacle(condition()) == nil)
        #expect(health.obstacle(nil) == nil)
        #expect(health.obstacle(condition(freeBytes: minimum)) == nil)
        #expect(health.obstacle(condition(freeBytes: nil)) == nil)
        #expect(health.obstacle(condition(isWritable: false))?.reason == .readOnly)
        #expect(health.obstacle(condition(freeBytes: minimum - 1))?.reason == .lowDiskSpace)
        #expect(health.refusal == nil)
    }

    @Test("Results of a request or of another transaction do not affect the store's health")
    func unrelated() {
        var health = StoreHealth(condition: nil)

        for code in [1, 5, 6, 7, 9, 18, 19, 20, 517, 2067] as [Int32] {
            #expect(health.failed(SQLiteResult(code: code)) == nil)
        }
        #expect(health.fault == nil)
        #expect(health.observed(condition(inode: 9)) == nil)
    }

    @Test("Extended result codes have names")
    func names() {
        #expect(SQLiteResult(code: 778).description == "SQLITE_IOERR_WRITE (778)")
        #expect(SQLiteResult(code: 13).description == "SQLITE_FULL (13)")
        #expect(SQLiteResult(code: 10 | 200 << 8).name == "SQLITE_IOERR")
        #expect(SQLiteResult(code: 99).name == "SQLITE_UNKNOWN")
    }
}
