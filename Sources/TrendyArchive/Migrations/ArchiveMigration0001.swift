import GRDB

/// Creates the schema: samples with their coded texts, other elements, and views for people.
func archiveMigration0001(_ db: Database) throws {
    try db.execute(sql: archiveTables0001)
    try db.execute(sql: archiveViews0001)
}

private let archiveTables0001 = """
    -- One row. The number of imports, and whether imports keep samples by default.
    CREATE TABLE archive (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        imports INTEGER NOT NULL,
        keep INTEGER NOT NULL
    );
    INSERT INTO archive VALUES (1, 0, 0);

    -- identifier is Apple's, such as HKQuantityTypeIdentifierStepCount; name is StepCount.
    CREATE TABLE kind (
        id INTEGER PRIMARY KEY,
        identifier TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL
    );
    CREATE INDEX kind_by_name ON kind (name);
    CREATE TABLE source (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        version TEXT NOT NULL,
        UNIQUE (name, version)
    );
    CREATE TABLE device (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
    CREATE TABLE unit (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
    -- The combinations of source, device and unit; 0 stands for none.
    CREATE TABLE origin (
        id INTEGER PRIMARY KEY,
        source INTEGER NOT NULL,
        device INTEGER NOT NULL,
        unit INTEGER NOT NULL,
        UNIQUE (source, device, unit)
    );
    -- The units in which samples of a kind are stored.
    CREATE TABLE kind_unit (
        kind INTEGER NOT NULL,
        unit INTEGER NOT NULL,
        PRIMARY KEY (kind, unit)
    ) WITHOUT ROWID;
    -- Values that are not numbers.
    CREATE TABLE label (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
    CREATE TABLE metadata (
        id INTEGER PRIMARY KEY,
        hash INTEGER NOT NULL,
        json TEXT NOT NULL
    );
    CREATE INDEX metadata_by_hash ON metadata (hash);

    -- Seconds. delay is the time from the end to the creation; -9000000000 without a creation.
    -- value is a number, or the text of a number that prints differently; with a label it is 0.
    -- label is 0 for a number, -1 without a value. seen is twice the number of the import that had
    -- the sample last, and one more unless only a correlation had it.
    CREATE TABLE sample (
        kind INTEGER NOT NULL,
        start INTEGER NOT NULL,
        duration INTEGER NOT NULL,
        delay INTEGER NOT NULL,
        value NOT NULL,
        label INTEGER NOT NULL,
        ordinal INTEGER NOT NULL,
        origin INTEGER NOT NULL,
        metadata INTEGER,
        seen INTEGER NOT NULL,
        PRIMARY KEY (kind, start, duration, delay, value, label, ordinal)
    ) WITHOUT ROWID;

    -- Workouts, correlations, activity summaries and other elements as JSON.
    CREATE TABLE element (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        type TEXT NOT NULL,
        start INTEGER NOT NULL,
        duration INTEGER NOT NULL,
        ordinal INTEGER NOT NULL,
        seen INTEGER NOT NULL,
        content TEXT NOT NULL,
        UNIQUE (name, type, start, duration, ordinal)
    );
    """

private let archiveViews0001 = """
    CREATE VIEW samples AS
    SELECT kind.name AS kind,
        strftime('%Y-%m-%dT%H:%M:%SZ', sample.start, 'unixepoch') AS start,
        strftime('%Y-%m-%dT%H:%M:%SZ', sample.start + sample.duration, 'unixepoch') AS "end",
        CASE
            WHEN sample.label > 0 THEN label.text
            WHEN sample.label < 0 THEN NULL
            WHEN typeof(sample.value) = 'text' THEN CAST(sample.value AS REAL)
            ELSE sample.value
        END AS value,
        unit.text AS unit,
        source.name AS source,
        nullif(source.version, '') AS source_version,
        device.text AS device,
        CASE WHEN sample.delay <> -9000000000 THEN
            strftime(
                '%Y-%m-%dT%H:%M:%SZ',
                sample.start + sample.duration + sample.delay,
                'unixepoch'
            )
        END AS created,
        metadata.json AS metadata
    FROM sample
    JOIN kind ON kind.id = sample.kind
    JOIN origin ON origin.id = sample.origin
    LEFT JOIN label ON label.id = sample.label
    LEFT JOIN unit ON unit.id = origin.unit
    LEFT JOIN source ON source.id = origin.source
    LEFT JOIN device ON device.id = origin.device
    LEFT JOIN metadata ON metadata.id = sample.metadata;

    CREATE VIEW workouts AS
    SELECT replace(type, 'HKWorkoutActivityType', '') AS activity,
        strftime('%Y-%m-%dT%H:%M:%SZ', start, 'unixepoch') AS start,
        strftime('%Y-%m-%dT%H:%M:%SZ', start + duration, 'unixepoch') AS "end",
        content ->> '$.duration' AS duration,
        content ->> '$.durationUnit' AS duration_unit,
        content ->> '$.sourceName' AS source,
        content ->> '$.sourceVersion' AS source_version,
        content ->> '$.device' AS device,
        content ->> '$.creationDate' AS created,
        content -> '$.metadata' AS metadata,
        content -> '$.children' AS parts
    FROM element WHERE name = 'Workout';

    CREATE VIEW activity_summaries AS
    SELECT content ->> '$.dateComponents' AS day,
        CAST(content ->> '$.activeEnergyBurned' AS REAL) AS active_energy,
        CAST(content ->> '$.activeEnergyBurnedGoal' AS REAL) AS active_energy_goal,
        content ->> '$.activeEnergyBurnedUnit' AS active_energy_unit,
        CAST(content ->> '$.appleMoveTime' AS REAL) AS move_time,
        CAST(content ->> '$.appleExerciseTime' AS REAL) AS exercise_time,
        CAST(content ->> '$.appleStandHours' AS REAL) AS stand_hours,
        content
    FROM element WHERE name = 'ActivitySummary';

    CREATE VIEW correlations AS
    SELECT replace(type, 'HKCorrelationTypeIdentifier', '') AS type,
        strftime('%Y-%m-%dT%H:%M:%SZ', start, 'unixepoch') AS start,
        strftime('%Y-%m-%dT%H:%M:%SZ', start + duration, 'unixepoch') AS "end",
        content ->> '$.sourceName' AS source,
        content -> '$.metadata' AS metadata,
        content -> '$.children' AS records
    FROM element WHERE name = 'Correlation';
    """
