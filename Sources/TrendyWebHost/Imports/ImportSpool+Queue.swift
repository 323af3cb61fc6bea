import TrendyFileImport
import TrendyLocalization
import TrendyWeb

extension ImportSpool {
    /// Starts the imports that a shutdown or a crash of an earlier process ended.
    func resume() {
        startQueue()
    }

    /// Ends the running import, which starts again when a later process opens the uploads.
    package func stop() async {
        isStopped = true
        running?.task.cancel()
        queue?.cancel()
        await queue?.value
    }

    /// Imports the complete uploads one after another.
    func startQueue() {
        guard queue == nil, !isStopped else { return }
        // Owned here: `stop()` ends and awaits it.
        queue = Task(name: "import queue") {
            while !isStopped, let next = records.first(where: { $0.state == .waiting }) {
                guard await runImport(next) else { break }
            }
            queue = nil
        }
    }

    /// Runs one import; `false` when it cannot start now and stays waiting.
    private func runImport(_ record: UploadRecord) async -> Bool {
        let id = record.id
        guard record.attempts < limits.attempts else {
            finish(id, .failed(Strings.WebTransfer.endedRepeatedly()))
            return true
        }
        do {
            // Counted before it starts: an import that ends the process must not do so forever.
            try update(id) { $0.attempts += 1 }
        } catch {
            // The disk is full: the upload stays, and `maintain()` tries again.
            return false
        }
        await runCountedImport(record)
        return true
    }

    private func runCountedImport(_ record: UploadRecord) async {
        let id = record.id
        let earlier = Set(
            records.compactMap { other -> String? in
                guard case .done = other.state, !other.repeats else { return nil }
                return other.digest
            }
        )
        let progress = ImportProgressBox()
        let path = dataPath(id)
        do {
            let file = try await importer.examine(path, on: executor)
            // `stop()` cancels this task, but not an import that starts after it.
            try Task.checkCancellation()
            if file.kind != .gpx, earlier.contains(file.digest) {
                return finish(id, .done(WebImportReport(isRepeated: true)), file)
            }
            let task = Task(name: "import", executorPreference: executor) { [importer] in
                try await importer.run(path, as: file.kind, zone: record.zone) {
                    progress.set($0)
                }
            }
            running = Running(id: id, progress: progress, task: task)
            defer { running = nil }
            finish(id, .done(try await task.value), file)
        } catch is CancellationError where isStopped {
            // It starts again when a later process opens the uploads.
            try? update(id) { $0.attempts -= 1 }  // counted once too often otherwise
        } catch {
            // Nothing when the import was removed.
            finish(id, .failed(ImportFailureText.text(for: error)))
        }
    }

    /// Keeps the result of an import, then deletes its file.
    private func finish(
        _ id: String,
        _ state: UploadRecord.State,
        _ file: FileImporter.Examined? = nil
    ) {
        let change = { (record: inout UploadRecord) in
            record.state = state
            record.digest = file?.digest
            record.repeats = file?.kind == .gpx
        }
        do {
            try update(id, change)
        } catch {
            // The result is lost with the process. The file stays, so that a later process repeats
            // the import, which adds nothing.
            guard let index = records.firstIndex(where: { $0.id == id }) else { return }
            change(&records[index])
            return
        }
        removeData(id)
    }
}
