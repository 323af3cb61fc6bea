import Foundation

@testable import TrendyServer

/// Validates JSON values with the parts of JSON Schema that the OpenAPI document uses.
enum SchemaValidator {
    /// The violations of a value of `JSONSerialization`, each with its path.
    static func errors(of value: Any, _ schema: OpenAPIValue, at path: String = "") -> [String] {
        var errors: [String] = []
        for member in schema.members {
            errors += violation(of: value, member, schema, path)
        }
        return errors
    }

    /// The schema of a reference to a component.
    static func component(_ reference: String) -> OpenAPIValue? {
        let name = reference.split(separator: "/").last.map(String.init) ?? ""
        return OpenAPIDocument.schemas.first { $0.name == name }?.value
    }

    private static func violation(
        of value: Any,
        _ member: OpenAPIValue.Member,
        _ schema: OpenAPIValue,
        _ path: String
    ) -> [String] {
        func fails(_ isFailed: Bool) -> [String] {
            isFailed ? ["\(path.isEmpty ? "/" : path): \(member.name)"] : []
        }
        switch (member.name, member.value) {
        case ("$ref", .string(let reference)):
            return component(reference).map { errors(of: value, $0, at: path) } ?? fails(true)
        case ("type", .string(let type)): return fails(!isOf(type, value))
        case ("const", let constant): return fails(!equals(value, constant))
        case ("enum", .array(let values)):
            return fails(!values.contains { equals(value, $0) })
        case ("anyOf", .array(let schemas)):
            let all = schemas.map { errors(of: value, $0, at: path) }
            return all.contains { $0.isEmpty }
                ? [] : fails(true) + (all.min { $0.count < $1.count } ?? [])
        case ("not", let schema): return fails(errors(of: value, schema).isEmpty)
        case ("minimum", .integer(let limit)):
            return fails((value as? NSNumber).map { $0.doubleValue < Double(limit) } ?? false)
        case ("maximum", .integer(let limit)):
            return fails((value as? NSNumber).map { $0.doubleValue > Double(limit) } ?? false)
        case ("pattern", .string(let pattern)):
            let text = value as? String
            return fails(text?.range(of: pattern, options: .regularExpression) == nil)
        case ("required", .array(let names)):
            let object = value as? [String: Any]
            return names.flatMap { name -> [String] in
                guard case .string(let name) = name, object?[name] == nil else { return [] }
                return ["\(path)/\(name): required"]
            }
        case ("properties", let properties):
            return properties.members.flatMap { property -> [String] in
                guard let part = (value as? [String: Any])?[property.name] else { return [] }
                return errors(of: part, property.value, at: "\(path)/\(property.name)")
            }
        case ("additionalProperties", let schema):
            return (value as? [String: Any] ?? [:]).flatMap { name, part in
                errors(of: part, schema, at: "\(path)/\(name)")
            }
        case ("items", let schema):
            return (value as? [Any] ?? []).enumerated().flatMap { index, part in
                errors(of: part, schema, at: "\(path)/\(index)")
            }
        default: return []
        }
    }

    private static func isOf(_ type: String, _ value: Any) -> Bool {
        let number = value as? NSNumber
        let isBool = number.map { CFBoolean.isBool($0) } ?? false
        return switch type {
        case "object": value is [String: Any]
        case "array": value is [Any]
        case "string": value is String
        case "boolean": isBool
        case "integer": !isBool && number.map { $0.doubleValue.rounded() == $0.doubleValue } == true
        case "number": !isBool && number != nil
        case "null": value is NSNull
        default: false
        }
    }

    private static func equals(_ value: Any, _ constant: OpenAPIValue) -> Bool {
        switch constant {
        case .string(let text): value as? String == text
        case .bool(let flag): (value as? NSNumber)?.boolValue == flag
        case .integer(let number): (value as? NSNumber)?.intValue == number
        case .array, .object: false
        }
    }

    /// Distinguishes `true` from `1`, which `NSNumber` does by its type only.
    private enum CFBoolean {
        static func isBool(_ number: NSNumber) -> Bool {
            String(cString: number.objCType) == "c" && (number == 0 || number == 1)
        }
    }
}
