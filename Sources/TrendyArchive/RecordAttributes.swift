import TrendyImport
import TrendyModel

/// The attributes of a `Record` as written, valid as long as its element.
struct RecordAttributes {
    var type: UnsafeRawBufferPointer?
    var value: UnsafeRawBufferPointer?
    var unit: UnsafeRawBufferPointer?
    var source: UnsafeRawBufferPointer?
    var version: UnsafeRawBufferPointer?
    var device: UnsafeRawBufferPointer?
    var created: UnsafeRawBufferPointer?
    var start: UnsafeRawBufferPointer?
    var end: UnsafeRawBufferPointer?

    /// Reads the attributes.
    ///
    /// - `onOther`: receives attributes of other names; exports of iOS 8 have metadata there.
    init(_ element: ExportElement, onOther: (ExportAttribute) -> Void) {
        for attribute in element.attributes {
            let name = attribute.name
            switch name.count {
            case 4 where name.equals("type"): type = attribute.value
            case 4 where name.equals("unit"): unit = attribute.value
            case 5 where name.equals("value"): value = attribute.value
            case 6 where name.equals("device"): device = attribute.value
            case 6 where name.equals("source"): source = source ?? attribute.value
            case 7 where name.equals("endDate"): end = attribute.value
            case 9 where name.equals("startDate"): start = attribute.value
            case 10 where name.equals("sourceName"): source = attribute.value
            case 11 where name.equals("recordCount"): break
            case 12 where name.equals("creationDate"): created = attribute.value
            case 13 where name.equals("sourceVersion"): version = attribute.value
            default: onOther(attribute)
            }
        }
    }
}
