/// The licence of an open-source library that the app contains.
public struct License: Sendable, Equatable, Identifiable {
    /// The name of the library.
    public let name: String
    /// The name of the licence.
    public let kind: String
    /// The copyright notice and the text of the licence.
    public let text: String

    /// The name of the library.
    public var id: String { name }

    /// The libraries of the app by name.
    static let all = [
        License(
            name: "GRDB.swift",
            kind: "MIT",
            text: "Copyright (C) 2015-2025 Gwendal Roué\n\n\(mit)"
        ),
        apache("Swift Crypto", "Copyright 2019 The SwiftCrypto Project"),
        apache("Swift HTTP Types", "Copyright 2023 The Swift HTTP Types Project"),
        apache("SwiftLog", "Copyright 2018, 2019 The SwiftLog Project"),
        License(
            name: "Trendy",
            kind: "MIT",
            text: "Copyright (c) 2026 The Trendy authors\n\n\(mit)"
        ),
    ]

    private static func apache(_ name: String, _ notice: String) -> License {
        License(name: name, kind: "Apache 2.0", text: "\(notice)\n\n\(apache)")
    }

    private static let mit = """
        Permission is hereby granted, free of charge, to any person obtaining a copy of this
        software and associated documentation files (the "Software"), to deal in the
        Software without restriction, including without limitation the rights to use, copy,
        modify, merge, publish, distribute, sublicense, and/or sell copies of the Software,
        and to permit persons to whom the Software is furnished to do so, subject to the
        following conditions:

        The above copyright notice and this permission notice shall be included in all
        copies or substantial portions of the Software.

        THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED,
        INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A
        PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT
        HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF
        CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE
        OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
        """
}
