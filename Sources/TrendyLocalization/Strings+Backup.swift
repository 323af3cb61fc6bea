extension Strings {
    /// Failures of backing up and restoring a device.
    package enum Backup {
        /// The file to write exists.
        package static let fileExists = LocalizedText(
            "backup.file_exists",
            "{path} exists. Choose another name, or replace it with --force."
        )
        /// The file to replace is not a backup.
        package static let notReplaceable = LocalizedText(
            "backup.not_replaceable",
            "{path} exists and is not a backup of Trendy, so it is not replaced. Choose another "
                + "name."
        )
        /// The path is a symbolic link.
        package static let symbolicLink = LocalizedText(
            "backup.symbolic_link",
            "{path} is a symbolic link, which would be replaced instead of what it refers to. "
                + "Nothing was changed. Give the path that it refers to."
        )
        /// The path is a directory, a device, a pipe or a socket.
        package static let notAFile = LocalizedText(
            "backup.not_a_file",
            "{path} is not a file. Nothing was changed. Choose another path."
        )
        /// The path is not a directory.
        package static let notADirectory = LocalizedText(
            "backup.not_a_directory",
            "{path} is not a directory. Nothing was changed. Give the device's directory."
        )
        /// There is nothing to back up.
        package static let nothing = LocalizedText(
            "backup.nothing",
            "There is no data of a device in {path}. Check the directory that --profile or "
                + "TRENDY_PROFILE names."
        )
        /// The file does not exist.
        package static let missing = LocalizedText(
            "backup.missing",
            "{path} does not exist. Check the path."
        )
        /// The file belongs to another program.
        package static let foreign = LocalizedText(
            "backup.foreign",
            "{path} is not a backup of a device. Nothing was changed. Give a file that 'trendy "
                + "backup' wrote."
        )
        /// The database to back up belongs to another program.
        package static let foreignDatabase = LocalizedText(
            "backup.foreign_database",
            "{path} is not the database of a device. Nothing was changed. Move the file out of the "
                + "device's directory."
        )
        /// A newer version wrote the file.
        package static let newer = LocalizedText(
            "backup.newer",
            "A newer version of Trendy wrote {path}. Nothing was changed. Update Trendy."
        )
        /// The backup is damaged.
        package static let damaged = LocalizedText(
            "backup.damaged",
            "The backup {path} is damaged or incomplete. Nothing was changed. Use another backup."
        )
        /// A database to back up is damaged, or its copy is not equal.
        package static let damagedSource = LocalizedText(
            "backup.damaged_source",
            "{path} or the disk of the backup is damaged. No backup was written. Run 'trendy "
                + "check'."
        )
        /// The disk is full.
        package static let diskFull = LocalizedText(
            "backup.disk_full",
            "The disk of {path} is full. Nothing was changed. Free some space and try again."
        )
        /// Another process uses the data.
        package static let inUse = LocalizedText(
            "backup.in_use",
            "Another program uses {path}. Nothing was changed. Close it and try again."
        )
        /// A file cannot be read or written.
        package static let unusable = LocalizedText(
            "backup.unusable",
            "{path} cannot be used ({reason}). Nothing was changed. Check that the directory "
                + "exists and its permissions."
        )
        /// The directory to restore into has data.
        package static let notEmpty = LocalizedText(
            "backup.not_empty",
            "{path} has data already. Nothing was changed. Restore into another directory, or give "
                + "--force, which keeps the old directory under another name."
        )

        static let all: [LocalizedText] = [
            fileExists, notReplaceable, symbolicLink, notAFile, notADirectory, nothing, missing,
            foreign, foreignDatabase, newer, damaged, damagedSource, diskFull, inUse, unusable,
            notEmpty,
        ]
    }
}
