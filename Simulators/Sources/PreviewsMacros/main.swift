// The compiler plugin of `#Preview`, without swift-syntax: the compiler's plugin protocol is a
// length of 8 bytes, little-endian, followed by JSON, in both directions.

import Foundation

let connection = PluginConnection()
while let message = connection.receive() {
    if message["getCapability"] != nil {
        connection.send(["getCapabilityResult": ["capability": ["protocolVersion": 7]]])
    } else if let expansion = message["expandFreestandingMacro"] as? [String: Any] {
        let syntax = expansion["syntax"] as? [String: Any] ?? [:]
        let preview = PreviewExpansion(
            source: syntax["source"] as? String ?? "",
            discriminator: expansion["discriminator"] as? String ?? ""
        )
        connection.send(
            ["expandMacroResult": ["expandedSource": preview.expanded, "diagnostics": [Any]()]]
        )
    } else {
        connection.send(["expandMacroResult": ["diagnostics": [Any]()]])
    }
}
