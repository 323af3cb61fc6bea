package import Foundation

/// Where the format of a localized key is looked up.
///
/// Safe to share: a bundle does not change.
package struct LocalizedSource: Equatable, @unchecked Sendable {
    package let table: String?
    package let bundle: Bundle?
}
