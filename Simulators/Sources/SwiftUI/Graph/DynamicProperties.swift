@_spi(Reflection) @preconcurrency import Swift

/// Connects the dynamic properties of a view with its node.
///
/// The fields are found by the standard library's reflection as writable key paths, so each copy of
/// a view is connected in place and the same view value can stand at two places.
@MainActor
package enum DynamicProperties {
    private static let installers = TypeCache()

    package static func install<Owner>(in owner: inout Owner, on node: ViewNode) {
        var slot = 0
        install(in: &owner, on: node, slot: &slot)
    }

    static func install<Owner>(in owner: inout Owner, on node: ViewNode, slot: inout Int) {
        for case let installer as Installer<Owner> in installers(of: Owner.self) {
            installer.install(&owner, node, &slot)
        }
    }

    private static func installers<Owner>(of type: Owner.Type) -> [Any] {
        if let known = installers[type] as? [Any] { return known }
        var found: [Any] = []
        // The raw value of `ignoreUnknown`, whose declaration is a mutable global variable.
        _forEachFieldWithKeyPath(of: type, options: _EachFieldOptions(rawValue: 2)) { _, path in
            if let property = Swift.type(of: path).valueType as? any DynamicProperty.Type,
                let installer = makeInstaller(path, property)
            {
                found.append(installer)
            }
            return true
        }
        installers[type] = found
        return found
    }

    private static func makeInstaller<Owner, Property: DynamicProperty>(
        _ path: PartialKeyPath<Owner>,
        _ property: Property.Type
    ) -> Installer<Owner>? {
        guard let path = path as? WritableKeyPath<Owner, Property> else { return nil }
        return Installer { owner, node, slot in
            if var property = owner[keyPath: path] as? any InstallableProperty {
                property.install(on: node, slot: slot)
                slot += 1
                if let installed = property as? Property { owner[keyPath: path] = installed }
            } else {
                install(in: &owner[keyPath: path], on: node, slot: &slot)
            }
            owner[keyPath: path].update()
        }
    }

    private struct Installer<Owner> {
        let install: @MainActor (inout Owner, ViewNode, inout Int) -> Void
    }
}

/// A dynamic property that the graph provides with its storage or its value.
protocol InstallableProperty: DynamicProperty {
    /// Connects the property with its node; the slot is its place among those of the node.
    @MainActor mutating func install(on node: ViewNode, slot: Int)
}
