import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import Testing

/// Rules 8, 9 and 12.
struct AnchorTests {
    let test = TestPhone()

    private func addMass() {
        test.health.add(
            test.health.quantity(.bodyMass, 176, .pound(), from: test.now, source: test.iPhone)
        )
    }

    // Rule 8 and rule 12: insertion order, whatever the samples' dates.
    @Test("Rule 8: changes are in order of arrival, not of time")
    func insertionOrder() {
        let store = test.open()
        let late = test.makeSteps(at: test.now)
        let early = test.makeSteps(at: test.now.addingTimeInterval(-7 * 86_400))
        test.health.add(late)
        test.health.add(early)

        #expect(test.page(TestPhone.steps, with: store).uuids == [late.uuid, early.uuid])
        #expect(
            test.samples(TestPhone.steps, with: store)?.value?.map(\.uuid)
                == [early.uuid, late.uuid]
        )
    }

    // Rule 8: the limit is shared; at the end the anchor does not change.
    @Test(
        "Rule 8: pages share the limit between samples and deletions, and end with the same anchor"
    )
    func paging() {
        let store = test.open()
        let samples = (0..<7).map { test.makeSteps(Double($0)) }
        for sample in samples { test.health.add(sample) }
        test.health.delete(uuids: [samples[1].uuid, samples[4].uuid])

        var anchor: HKQueryAnchor?
        var sizes: [Int] = []
        var added: Set<UUID> = []
        var deleted: Set<UUID> = []
        while sizes.count < 10 {
            let page = test.page(TestPhone.steps, after: anchor, limit: 3, with: store)
            sizes.append(page.samples.count + page.deleted.count)
            added.formUnion(page.uuids)
            deleted.formUnion(page.deleted.map(\.uuid))
            if page.anchor == anchor { break }
            anchor = page.anchor
        }

        #expect(sizes == [3, 3, 1, 0])
        #expect(added.count == 5)
        #expect(deleted == [samples[1].uuid, samples[4].uuid])
    }

    // Rule 8: row ids are common to all types.
    @Test("Rule 8: an anchor counts the changes of all types")
    func commonRows() throws {
        let store = test.open()
        test.health.add(test.makeSteps())
        let first = try #require(test.page(TestPhone.steps, with: store).anchor)
        addMass()
        addMass()
        let unmoved = test.page(TestPhone.steps, after: first, with: store)
        let mass = try #require(test.page(TestPhone.mass, with: store).anchor)
        test.health.add(test.makeSteps())

        #expect(unmoved.anchor == first)
        #expect(test.page(TestPhone.steps, after: mass, with: store).samples.count == 1)
        #expect(test.page(TestPhone.mass, after: first, with: store).samples.count == 2)
    }

    // Rule 8: no guarantee that count == limit.
    @Test("Rule 8: pages may be shorter than the limit, and nothing is lost")
    func shortPages() {
        test.health.behavior.shortensPages = true
        let store = test.open()
        let samples = (0..<200).map { test.makeSteps(Double($0)) }
        test.health.add(samples)

        var anchor: HKQueryAnchor?
        var found: [UUID] = []
        var sizes: Set<Int> = []
        while true {
            let page = test.page(TestPhone.steps, after: anchor, limit: 20, with: store)
            if page.anchor == anchor { break }
            sizes.insert(page.samples.count)
            found += page.uuids
            anchor = page.anchor
        }

        #expect(found == samples.map(\.uuid))
        #expect(sizes.count > 1)
        #expect(sizes.allSatisfy { $0 >= 1 && $0 <= 20 })
    }

    // NSSecureCoding, as anchors are kept on disk.
    @Test("Rule 8: an anchor survives being archived")
    func archiving() throws {
        let store = test.open()
        test.health.add(test.makeSteps())
        let anchor = try #require(test.page(TestPhone.steps, with: store).anchor)

        let data = try NSKeyedArchiver.archivedData(
            withRootObject: anchor,
            requiringSecureCoding: true
        )
        let restored = try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: data)
        )

        #expect(restored == anchor)
        test.health.add(test.makeSteps())
        #expect(test.page(TestPhone.steps, after: restored, with: store).samples.count == 1)
        #expect(HKQueryAnchor(fromValue: 0) == HKQueryAnchor(fromValue: 0))
    }

    // Rule 8, unverified: the effect of another store's anchor.
    @Test(
        "Rule 8: the handling of another store's anchor is configurable",
        arguments: [
            HealthKitBehavior.ForeignAnchor.isRefused, .isIgnored, .isBelieved,
        ]
    )
    func foreignAnchor(behavior: HealthKitBehavior.ForeignAnchor) throws {
        test.health.behavior.foreignAnchor = behavior
        let store = test.open()
        test.health.add([test.makeSteps(), test.makeSteps()])
        let anchor = try #require(test.page(TestPhone.steps, with: store).anchor)
        test.health.restore(from: test.phone)
        test.health.add(test.makeSteps())

        let page = test.page(TestPhone.steps, after: anchor, with: store)

        switch behavior {
        case .isRefused: #expect(code(page.error) == .errorInvalidArgument)
        case .isIgnored: #expect(page.samples.count == 3)
        case .isBelieved: #expect(page.samples.count == 1)
        }
    }

    // Apple: "Pass nil to receive all the matching samples and recently deleted objects".
    @Test("Rule 8: deletions in the first page are configurable", arguments: [true, false])
    func firstPage(hasDeletions: Bool) {
        test.health.behavior.firstPageHasDeletions = hasDeletions
        let store = test.open()
        let sample = test.makeSteps()
        test.health.add(sample)
        test.health.delete(uuids: [sample.uuid])

        #expect(test.page(TestPhone.steps, with: store).deleted.isEmpty == !hasDeletions)
    }

    @Test("Rule 8: the anchor of an empty store returns later deletions")
    func anchorOfNothing() throws {
        test.health.behavior.firstPageHasDeletions = false
        let store = test.open()
        let anchor = try #require(test.page(TestPhone.steps, with: store).anchor)
        let sample = test.makeSteps()
        test.health.add(sample)
        test.health.delete(uuids: [sample.uuid])

        let page = test.page(TestPhone.steps, after: anchor, with: store)

        #expect(page.deleted.map(\.uuid) == [sample.uuid])
    }

    // Apple: "A predicate that filters both the samples and the deleted objects".
    @Test("Rule 8: predicate filtering of deletions is configurable", arguments: [true, false])
    func predicateAndDeletions(filters: Bool) {
        test.health.behavior.predicateFiltersDeletions = filters
        let store = test.open()
        let old = test.makeSteps(at: test.now.addingTimeInterval(-86_400))
        test.health.add(old)
        test.health.delete(uuids: [old.uuid])
        let predicate = HKQuery.predicateForSamples(withStart: test.now, end: nil)

        let page = test.page(TestPhone.steps, predicate: predicate, with: store)

        #expect(page.deleted.count == (filters ? 0 : 1))
    }

    // Rule 9: "the system may remove them at any time".
    @Test("Rule 9: an expired deletion is never returned")
    func expiry() throws {
        let store = test.open()
        let (first, second) = (test.makeSteps(), test.makeSteps())
        test.health.add([first, second])
        let anchor = try #require(test.page(TestPhone.steps, with: store).anchor)
        test.health.delete(uuids: [first.uuid])
        test.timeline.advance(by: .seconds(86_400))
        test.health.delete(uuids: [second.uuid])

        test.health.expireDeletedObjects(before: test.now)

        let page = test.page(TestPhone.steps, after: anchor, with: store)
        #expect(page.deleted.map(\.uuid) == [second.uuid])
    }

    // Rule 9: the duration is not documented.
    @Test("Rule 9: deletions can have a lifetime")
    func lifetime() {
        test.health.behavior.deletedObjectLifetime = .seconds(3600)
        let store = test.open()
        let sample = test.makeSteps()
        test.health.add(sample)
        test.health.delete(uuids: [sample.uuid])
        #expect(test.page(TestPhone.steps, with: store).deleted.count == 1)

        test.timeline.advance(by: .seconds(3601))
        #expect(test.page(TestPhone.steps, with: store).deleted.isEmpty)
    }

    // Rule 8: updateHandler.
    @Test("Rule 8: a query with an update handler continues from its own anchor")
    func updates() {
        let store = test.open()
        test.health.add(test.makeSteps())
        let batches = Recorder<(added: Int, deleted: Int)>()
        let query = HKAnchoredObjectQuery(
            type: TestPhone.steps,
            predicate: nil,
            anchor: nil,
            limit: HKObjectQueryNoLimit
        ) { _, samples, deleted, _, _ in
            batches.append((samples?.count ?? -1, deleted?.count ?? -1))
        }
        query.updateHandler = { _, samples, deleted, _, _ in
            batches.append((samples?.count ?? -1, deleted?.count ?? -1))
        }
        store.execute(query)
        test.settle()

        let sample = test.makeSteps()
        test.health.add(sample)
        test.settle()
        test.health.delete(uuids: [sample.uuid])
        test.settle()
        store.stop(query)
        test.health.add(test.makeSteps())
        test.settle()

        #expect(batches.values.map(\.added) == [1, 1, 0])
        #expect(batches.values.map(\.deleted) == [0, 0, 1])
    }

    // HKAnchoredObjectQuery(queryDescriptors:), iOS 15.
    @Test("Rule 8: a query of several types has one anchor and one limit")
    func severalTypes() {
        let store = test.open()
        for _ in 0..<3 {
            test.health.add(test.makeSteps())
            addMass()
        }
        let pages = Recorder<Page>()
        store.execute(
            HKAnchoredObjectQuery(
                queryDescriptors: [TestPhone.mass, TestPhone.steps].map {
                    HKQueryDescriptor(sampleType: $0, predicate: nil)
                },
                anchor: nil,
                limit: 4
            ) { _, samples, _, anchor, _ in
                pages.append(Page(samples: samples ?? [], anchor: anchor))
            }
        )
        test.settle()

        #expect(
            pages.values.first?.samples.map(\.sampleType)
                == [TestPhone.steps, TestPhone.mass, TestPhone.steps, TestPhone.mass]
        )
    }

    // Rule 12: yesterday's data arrives today.
    @Test("Rule 12: late samples come after the anchor with their original times")
    func lateData() throws {
        let store = test.open()
        test.health.add(test.makeSteps())
        let anchor = try #require(test.page(TestPhone.steps, with: store).anchor)
        let yesterday = test.now.addingTimeInterval(-86_400)
        let late = test.makeSteps(at: yesterday)
        test.health.add(late)

        let page = test.page(TestPhone.steps, after: anchor, with: store)

        #expect(page.uuids == [late.uuid])
        #expect(page.samples.first?.startDate == yesterday)
    }
}
