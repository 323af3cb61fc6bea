import Foundation
import Testing
import TrendyKit

@testable import TrendyPhoneApp

@Suite("Packaging")
struct PackagingTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private func propertyList(_ path: String) throws -> [String: Any] {
        let data = try Data(contentsOf: Self.root.appending(path: "Apps/iOS/\(path)"))
        let list = try PropertyListSerialization.propertyList(from: data, format: nil)
        return try #require(list as? [String: Any])
    }

    @Test("The property list permits exactly the background tasks that the code schedules")
    func backgroundTasks() throws {
        let info = try propertyList("Support/Info.plist")
        let permitted = try #require(info["BGTaskSchedulerPermittedIdentifiers"] as? [String])

        #expect(permitted.sorted() == BackgroundPolicy.identifiers.sorted())
        #expect(info["UIBackgroundModes"] as? [String] == ["fetch", "processing"])
    }

    @Test("The property list registers the scheme of the deep links")
    func scheme() throws {
        let info = try propertyList("Support/Info.plist")
        let types = try #require(info["CFBundleURLTypes"] as? [[String: Any]])

        #expect(types.first?["CFBundleURLSchemes"] as? [String] == [DeepLink.scheme])
    }

    @Test(
        "Each permission that the app asks for has its purpose",
        arguments: [
            "NSHealthShareUsageDescription", "NSLocationWhenInUseUsageDescription",
            "NSLocationAlwaysAndWhenInUseUsageDescription",
        ]
    )
    func purposes(key: String) throws {
        let purpose = try #require(try propertyList("Support/Info.plist")[key] as? String)

        #expect(purpose.hasPrefix("Trendy "))
    }

    @Test("The entitlements allow health data and its background delivery")
    func entitlements() throws {
        let entitlements = try propertyList("Support/Trendy.entitlements")

        #expect(entitlements["com.apple.developer.healthkit"] as? Bool == true)
        #expect(
            entitlements["com.apple.developer.healthkit.background-delivery"] as? Bool == true
        )
    }

    @Test("The privacy manifest declares no tracking")
    func privacy() throws {
        let manifest = try propertyList("Resources/PrivacyInfo.xcprivacy")

        #expect(manifest["NSPrivacyTracking"] as? Bool == false)
        let collected = try #require(manifest["NSPrivacyCollectedDataTypes"] as? [[String: Any]])
        #expect(collected.count == 5)
        #expect(collected.allSatisfy { $0["NSPrivacyCollectedDataTypeTracking"] as? Bool == false })
    }

    @Test("No file of the app depends on the platform")
    func platforms() throws {
        let directory = Self.root.appending(path: "Apps/iOS/Trendy").path
        let files = try #require(FileManager.default.enumerator(atPath: directory))
        var count = 0
        for case let path as String in files where path.hasSuffix(".swift") {
            let text = try String(contentsOfFile: "\(directory)/\(path)", encoding: .utf8)
            #expect(!text.contains("#if"), "\(path)")
            count += 1
        }
        #expect(count > 10)
    }
}
