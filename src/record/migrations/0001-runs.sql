-- What is to be done. A plain `mayday run -- …` makes an implicit one.
CREATE TABLE tasks (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  prompt TEXT,
  created_at TEXT NOT NULL
) STRICT;

-- One execution each. `reason` is the classifier's word and free text; a person's stands beside it.
CREATE TABLE runs (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  task INTEGER NOT NULL REFERENCES tasks (number),
  attempt INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('launching', 'running', 'succeeded', 'failed', 'canceled')),
  reason TEXT,
  stage TEXT,
  circular INTEGER NOT NULL DEFAULT 0,
  correction INTEGER, -- the last one in corrections, which counts
  corrected_reason TEXT,
  reason_that_counts TEXT AS (iif(correction IS NULL, reason, corrected_reason)) VIRTUAL,
  status_that_counts TEXT AS (
    CASE
      WHEN correction IS NULL THEN status
      WHEN corrected_reason IS NULL THEN 'succeeded'
      ELSE 'failed'
    END
  ) VIRTUAL,
  flow TEXT NOT NULL,
  phase TEXT,
  card TEXT,
  agent TEXT,
  command TEXT NOT NULL,
  cwd TEXT NOT NULL,
  branch TEXT,
  base_commit TEXT,
  log_path TEXT NOT NULL,
  supervisor TEXT,
  started_at TEXT NOT NULL,
  ended_at TEXT,
  duration_ms INTEGER,
  ending TEXT,
  ending_detail TEXT,
  exit_code INTEGER,
  end_signal TEXT,
  summary TEXT NOT NULL DEFAULT '',
  rejection TEXT,
  plan_kind TEXT,
  plan_words TEXT,
  plan_retries INTEGER,
  plan_backoff INTEGER,
  plan_until TEXT,
  bytes_read INTEGER,
  bytes_written INTEGER,
  turns INTEGER,
  cost_usd REAL,
  tokens INTEGER,
  session_id TEXT,
  model TEXT,
  verify_command TEXT,
  verify_passed INTEGER,
  verify_exit_code INTEGER,
  verify_reason TEXT,
  verify_duration_ms INTEGER,
  changed_files TEXT,
  stages TEXT NOT NULL DEFAULT '[]',
  origin TEXT NOT NULL DEFAULT 'mayday',
  origin_key TEXT,
  CHECK (status <> 'canceled' OR reason IS NULL)
) STRICT;

CREATE UNIQUE INDEX runs_one_live_per_task ON runs (task) WHERE status IN ('launching', 'running');
CREATE UNIQUE INDEX runs_by_origin ON runs (origin, origin_key) WHERE origin_key IS NOT NULL;
CREATE INDEX runs_by_task ON runs (task, attempt);
CREATE INDEX runs_by_start ON runs (started_at);
CREATE INDEX runs_by_reason ON runs (reason_that_counts, started_at);
CREATE INDEX runs_by_status ON runs (status_that_counts, started_at);
CREATE INDEX runs_by_agent ON runs (agent, started_at);
CREATE INDEX runs_by_flow ON runs (flow, started_at);
CREATE INDEX runs_by_phase ON runs (phase, started_at) WHERE phase IS NOT NULL;
CREATE INDEX runs_by_branch ON runs (branch, started_at) WHERE branch IS NOT NULL;
CREATE INDEX runs_corrected ON runs (started_at) WHERE correction IS NOT NULL;

-- Every verdict ever given, append only; the last one of a run is the classifier's word.
CREATE TABLE diagnoses (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  run INTEGER NOT NULL REFERENCES runs (number) ON DELETE CASCADE,
  classifier TEXT NOT NULL,
  reason TEXT,
  stage TEXT NOT NULL,
  rule TEXT NOT NULL,
  confidence TEXT NOT NULL,
  diagnosis TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT;

CREATE INDEX diagnoses_by_run ON diagnoses (run);

-- What people said the reason really was; the last one counts. A null reason: it was no failure.
CREATE TABLE corrections (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  run INTEGER NOT NULL REFERENCES runs (number) ON DELETE CASCADE,
  reason TEXT,
  note TEXT,
  at TEXT NOT NULL
) STRICT;

CREATE INDEX corrections_by_run ON corrections (run);

CREATE TABLE leases (
  name TEXT PRIMARY KEY,
  owner TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Sums by UTC day, once for each reason and once for each agent, so that `stats` reads days instead of runs.
-- Money in millionths, which add up exactly.
CREATE TABLE rollups (
  kind TEXT NOT NULL CHECK (kind IN ('reason', 'agent')),
  day TEXT NOT NULL,
  label TEXT NOT NULL,
  status TEXT NOT NULL,
  runs INTEGER NOT NULL,
  cost_micros INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  PRIMARY KEY (kind, day, label, status)
) STRICT, WITHOUT ROWID;

-- What each run adds to the sums; null labels are ''.
CREATE VIEW run_sums AS
SELECT
  number,
  started_at,
  substr(started_at, 1, 10) AS day,
  coalesce(reason_that_counts, '') AS reason,
  coalesce(agent, '') AS agent,
  status_that_counts AS status,
  CAST(round(coalesce(cost_usd, 0) * 1000000) AS INTEGER) AS cost_micros,
  coalesce(duration_ms, 0) AS duration_ms
FROM runs;

CREATE TRIGGER runs_added AFTER INSERT ON runs
BEGIN
  INSERT INTO rollups
  SELECT 'reason', day, reason, status, 1, cost_micros, duration_ms FROM run_sums WHERE number = new.number
  UNION ALL
  SELECT 'agent', day, agent, status, 1, cost_micros, duration_ms FROM run_sums WHERE number = new.number
  ON CONFLICT DO UPDATE SET
    runs = runs + 1,
    cost_micros = cost_micros + excluded.cost_micros,
    duration_ms = duration_ms + excluded.duration_ms;
END;

CREATE TRIGGER runs_leaving BEFORE UPDATE OF
  status, reason, correction, corrected_reason, agent, started_at, cost_usd, duration_ms ON runs
BEGIN
  UPDATE rollups SET
    runs = rollups.runs - 1,
    cost_micros = rollups.cost_micros - s.cost_micros,
    duration_ms = rollups.duration_ms - s.duration_ms
  FROM (SELECT * FROM run_sums WHERE number = old.number) AS s
  WHERE (rollups.kind, rollups.day, rollups.label, rollups.status) = ('reason', s.day, s.reason, s.status);
  UPDATE rollups SET
    runs = rollups.runs - 1,
    cost_micros = rollups.cost_micros - s.cost_micros,
    duration_ms = rollups.duration_ms - s.duration_ms
  FROM (SELECT * FROM run_sums WHERE number = old.number) AS s
  WHERE (rollups.kind, rollups.day, rollups.label, rollups.status) = ('agent', s.day, s.agent, s.status);
END;

CREATE TRIGGER runs_changed AFTER UPDATE OF
  status, reason, correction, corrected_reason, agent, started_at, cost_usd, duration_ms ON runs
BEGIN
  INSERT INTO rollups
  SELECT 'reason', day, reason, status, 1, cost_micros, duration_ms FROM run_sums WHERE number = new.number
  UNION ALL
  SELECT 'agent', day, agent, status, 1, cost_micros, duration_ms FROM run_sums WHERE number = new.number
  ON CONFLICT DO UPDATE SET
    runs = runs + 1,
    cost_micros = cost_micros + excluded.cost_micros,
    duration_ms = duration_ms + excluded.duration_ms;
END;

CREATE TRIGGER runs_removed BEFORE DELETE ON runs
BEGIN
  UPDATE rollups SET
    runs = rollups.runs - 1,
    cost_micros = rollups.cost_micros - s.cost_micros,
    duration_ms = rollups.duration_ms - s.duration_ms
  FROM (SELECT * FROM run_sums WHERE number = old.number) AS s
  WHERE (rollups.kind, rollups.day, rollups.label, rollups.status) = ('reason', s.day, s.reason, s.status);
  UPDATE rollups SET
    runs = rollups.runs - 1,
    cost_micros = rollups.cost_micros - s.cost_micros,
    duration_ms = rollups.duration_ms - s.duration_ms
  FROM (SELECT * FROM run_sums WHERE number = old.number) AS s
  WHERE (rollups.kind, rollups.day, rollups.label, rollups.status) = ('agent', s.day, s.agent, s.status);
END;

CREATE TRIGGER rollups_emptied AFTER UPDATE OF runs ON rollups WHEN new.runs = 0
BEGIN
  DELETE FROM rollups
  WHERE (kind, day, label, status) = (new.kind, new.day, new.label, new.status);
END;
