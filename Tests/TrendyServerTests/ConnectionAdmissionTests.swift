import NIOCore
import Testing
import TrendyServer

@Suite("Admission of connections")
struct ConnectionAdmissionTests {
    private func time(_ seconds: UInt64) -> NIODeadline {
        .uptimeNanoseconds(1 + seconds * 1_000_000_000)
    }

    private func client(_ text: String) throws -> ClientAddress {
        ClientAddress(try #require(IPAddress(text)))
    }

    @Test("Admission is full at the limit, and has space after a connection has closed")
    func total() {
        var admission = ConnectionAdmission(maximum: 2, maximumPerAddress: 9)

        admission.accepted()
        #expect(!admission.isFull)
        admission.accepted()
        #expect(admission.isFull)
        admission.closed()
        #expect(!admission.isFull)
    }

    @Test("A client over its limit is refused, others are not, and a release makes space")
    func perAddress() throws {
        var admission = ConnectionAdmission(maximum: 9, maximumPerAddress: 1)
        let (ada, bob) = (try client("192.0.2.1"), try client("192.0.2.2"))

        #expect(admission.admit(ada, now: time(0)).isAdmitted)
        let refusal = admission.admit(ada, now: time(0))
        #expect(!refusal.isAdmitted)
        #expect(refusal.warning == .started(.connectionsPerAddress, ada))
        #expect(admission.admit(bob, now: time(0)).isAdmitted)
        admission.release(ada)
        #expect(admission.admit(ada, now: time(0)).isAdmitted)
    }

    @Test("A thousand refusals cause one warning at the start and one at the end")
    func warnings() throws {
        var admission = ConnectionAdmission(maximum: 9, maximumPerAddress: 0)
        let ada = try client("192.0.2.1")

        let started = (0..<1000).compactMap { admission.admit(ada, now: time($0 / 100)).warning }
        #expect(started == [.started(.connectionsPerAddress, ada)])
        #expect(admission.endQuietEpisodes(now: time(60)) == [])
        #expect(admission.isRefusing)
        #expect(
            admission.endQuietEpisodes(now: time(69))
                == [.ended(.connectionsPerAddress, refusals: 1000)]
        )
        #expect(!admission.isRefusing)
        #expect(admission.admit(ada, now: time(70)).warning != nil)
    }

    @Test("A continuing pause does not end by the quiet period")
    func longPause() {
        var admission = ConnectionAdmission(maximum: 1, maximumPerAddress: 9)
        admission.accepted()

        #expect(admission.refused(by: .connections, now: time(0)) == .started(.connections, nil))
        #expect(admission.endQuietEpisodes(now: time(500)) == [])
        admission.closed()
        #expect(admission.endQuietEpisodes(now: time(500)) == [.ended(.connections, refusals: 1)])
    }
}
