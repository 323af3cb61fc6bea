import Foundation
import TrendyFileImport
import TrendyImport
import TrendyKit
import TrendyLocalization
import TrendyWeb

/// Why a file could not be imported, and what to do.
enum ImportFailureText {
    static func text(for error: any Error) -> String {
        switch error {
        case let error as ImportError: error.message
        case let error as FileImporter.NotImportable: text(of: error.kind)
        case EntityFileImport.Failure.unreadable(let problem),
            EntityFileImport.Failure.invalid(let problem):
            Strings.WebTransfer.unreadableEntities(["problem": problem])
        case EntityFileImport.Failure.cannotOpen: Strings.WebTransfer.fileLost()
        case let error as WebError: error.text
        default: ErrorPresenter.text(for: error)
        }
    }

    private static func text(of kind: ImportFileKind.Other) -> String {
        let found = found(kind)
        return Strings.WebTransfer.notImportable(["found": found()])
    }

    private static func found(_ kind: ImportFileKind.Other) -> LocalizedText {
        switch kind {
        case .empty: Strings.WebTransfer.foundEmpty
        case .pdf: Strings.WebTransfer.foundPDF
        case .image: Strings.WebTransfer.foundImage
        case .video: Strings.WebTransfer.foundVideo
        case .gzip: Strings.WebTransfer.foundGzip
        case .database: Strings.WebTransfer.foundDatabase
        case .kml: Strings.WebTransfer.foundKML
        case .tcx: Strings.WebTransfer.foundTCX
        case .fit: Strings.WebTransfer.foundFIT
        case .html: Strings.WebTransfer.foundHTML
        case .csv: Strings.WebTransfer.foundCSV
        case .xml: Strings.WebTransfer.foundXML
        case .text: Strings.WebTransfer.foundText
        case .clinicalDocument: Strings.WebTransfer.foundClinicalDocument
        case .unknown: Strings.WebTransfer.foundUnknown
        }
    }
}
