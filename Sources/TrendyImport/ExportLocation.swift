/// The location of the files of an export beside its XML.
enum ExportLocation {
    /// The archive of the XML, with the number of bytes that it may unpack to.
    case archive(path: String, limitBytes: Int64)
    /// The folder of the XML.
    case folder(path: String)

    /// The location of the files of the export that a stream of XML is from.
    init(of stream: any ExportStream, path: String) {
        if let zip = stream as? ZipStream {
            self = .archive(path: path, limitBytes: zip.limitBytes)
        } else {
            self = .folder(path: path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ".")
        }
    }
}
