import Testing

@testable import TrendyQuery

@Suite("Statistics")
struct StatisticsTests {
    @Test("A correlation of known numbers is exact, with Fisher's interval")
    func pearson() throws {
        let left = [1.0, 2, 3, 4, 5, 6, 7, 8, 9, 10]
        let right = [2.0, 1, 4, 3, 7, 5, 8, 6, 10, 9]

        let correlation = try #require(Statistics.pearson(left, right))
        let interval = try #require(Statistics.interval(ofCorrelation: correlation, count: 10))

        // Computed in Python from the definitions.
        #expect(abs(correlation - 0.903_030_303) < 1e-9)
        #expect(abs(interval.lowerBound - 0.633_718) < 1e-5)
        #expect(abs(interval.upperBound - 0.977_103) < 1e-5)
    }

    @Test("Spearman's correlation uses ranks, and equal values share their mean rank")
    func spearman() throws {
        #expect(try #require(Statistics.spearman([1, 2, 3, 4], [1, 8, 27, 64])) == 1)
        let tied = try #require(Statistics.spearman([1, 2, 2, 3], [1, 2, 3, 4]))
        #expect(abs(tied - 0.948_683) < 1e-6)
    }

    @Test("A constant side has no correlation")
    func constant() {
        #expect(Statistics.pearson([1, 1, 1], [1, 2, 3]) == nil)
        #expect(Statistics.pearson([], []) == nil)
    }

    @Test("The interval of a difference follows Welch")
    func welch() throws {
        let interval = try #require(
            Statistics.interval(ofDifference: [5, 6, 7, 8, 9], [1, 2, 3, 4, 5])
        )

        // The standard error is 1, with 8 degrees of freedom: ±2.306.
        #expect(abs(interval.lowerBound - 1.694) < 0.01)
        #expect(abs(interval.upperBound - 6.306) < 0.01)
    }

    @Test("The quantile is within one per cent from four degrees of freedom on")
    func quantile() {
        for (freedom, expected) in [(4.0, 2.7764), (8, 2.306), (30, 2.0423), (1000, 1.9623)] {
            #expect(abs(Statistics.quantile(freedom: freedom) - expected) < expected / 100)
        }
    }
}
