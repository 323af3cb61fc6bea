/// The document type declarations of exports.
enum DocumentType {
    private static let common = """
        <!DOCTYPE HealthData [
        <!-- HealthKit Export Version: 14 -->
        <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary\
        |VisionPrescription)*)>
        <!ATTLIST HealthData locale CDATA #REQUIRED>
        <!ELEMENT ExportDate EMPTY>
        <!ATTLIST ExportDate value CDATA #REQUIRED>
        <!ELEMENT Record ((MetadataEntry|HeartRateVariabilityMetadataList)*)>
        <!ATTLIST Record type CDATA #REQUIRED unit CDATA #IMPLIED value CDATA #IMPLIED
          sourceName CDATA #REQUIRED sourceVersion CDATA #IMPLIED device CDATA #IMPLIED
          creationDate CDATA #IMPLIED startDate CDATA #REQUIRED endDate CDATA #REQUIRED>
        <!-- Note: Any Records that appear as children of a correlation also appear as top-level -->
        <!ELEMENT Correlation ((MetadataEntry|Record)*)>
        <!ELEMENT MetadataEntry EMPTY>
        <!ATTLIST MetadataEntry key CDATA #REQUIRED value CDATA #REQUIRED>

        """

    static let correct =
        common + """
            <!ELEMENT VisionPrescription (MetadataEntry*)>
            <!ATTLIST VisionPrescription type CDATA #REQUIRED dateIssued CDATA #REQUIRED>
            ]>

            """

    /// The declaration of iOS 16: an unclosed list, a nested element and an extra `>`.
    static let malformed =
        common.replacing("Version: 14", with: "Version: 12") + """
            <!ELEMENT VisionPrescription ((RightEye|LeftEye|MetadataEntry)*)>
            <!ATTLIST VisionPrescription type CDATA #REQUIRED dateIssued CDATA #REQUIRED
            <!ELEMENT RightEye EMPTY>
            <!ATTLIST RightEye sphere CDATA #IMPLIED>
            >
            ]>

            """
}
