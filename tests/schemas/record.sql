CREATE TABLE tasks (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  prompt TEXT,
  created_at TEXT NOT NULL
, agent TEXT, argv TEXT, cwd TEXT NOT NULL DEFAULT '.', flow TEXT NOT NULL DEFAULT 'implement', phase TEXT, phase_number REAL AS (iif(phase GLOB '[0-9]*', CAST(phase AS REAL), NULL)) VIRTUAL, setup TEXT, baseline TEXT, verify TEXT, expect_changes INTEGER NOT NULL DEFAULT 0, limits TEXT NOT NULL DEFAULT '{}', budget_attempts INTEGER NOT NULL DEFAULT 1, budget_wall_ms INTEGER NOT NULL DEFAULT 28800000, budget_tokens INTEGER, budget_cost_usd REAL, branch TEXT, start_commit TEXT, good_commit TEXT, wait_until TEXT, gate TEXT, since_run INTEGER NOT NULL DEFAULT 0, is_implicit INTEGER NOT NULL DEFAULT 1, card TEXT, card_key TEXT, is_parallel INTEGER NOT NULL DEFAULT 0, has_own_tree INTEGER NOT NULL DEFAULT 0, fallback TEXT NOT NULL DEFAULT '[]', place INTEGER, next_run_id TEXT, compares_tests INTEGER NOT NULL DEFAULT 0, status TEXT NOT NULL DEFAULT 'new' CHECK (status IN (
  'new', 'queued', 'deferred', 'running', 'waiting', 'escalated', 'succeeded', 'failed', 'canceled', 'skipped'
))) STRICT;

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
  origin_key TEXT, cause TEXT,
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

CREATE INDEX tasks_by_phase ON tasks (phase_number) WHERE phase_number IS NOT NULL;

CREATE INDEX tasks_added ON tasks (number) WHERE is_implicit = 0;

CREATE INDEX tasks_by_gate ON tasks (gate) WHERE gate IS NOT NULL;

CREATE TABLE lessons (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  run_id TEXT NOT NULL UNIQUE,
  run INTEGER NOT NULL,
  task INTEGER NOT NULL,
  phase TEXT,
  phase_number REAL AS (iif(phase GLOB '[0-9]*', CAST(phase AS REAL), NULL)) VIRTUAL,
  at TEXT NOT NULL,
  error TEXT NOT NULL,
  attempted TEXT NOT NULL,
  files TEXT NOT NULL,
  context TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  reason TEXT NOT NULL,
  cleared_at TEXT,
  helped INTEGER
) STRICT;

CREATE INDEX lessons_by_phase ON lessons (phase_number, at);

CREATE INDEX lessons_by_task ON lessons (task, at);

CREATE INDEX lessons_by_run ON lessons (run);

CREATE TABLE plans (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  task INTEGER NOT NULL REFERENCES tasks (number) ON DELETE CASCADE,
  run INTEGER NOT NULL,
  kind TEXT NOT NULL,
  why TEXT NOT NULL,
  differs TEXT NOT NULL,
  at TEXT NOT NULL,
  starts_at TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('planned', 'done', 'refused', 'dropped')),
  detail TEXT NOT NULL
) STRICT;

CREATE UNIQUE INDEX plans_one_pending_per_task ON plans (task) WHERE state = 'planned';

CREATE INDEX plans_by_task ON plans (task);

CREATE TABLE snapshots (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  task INTEGER NOT NULL REFERENCES tasks (number),
  run INTEGER,
  ref TEXT NOT NULL UNIQUE,
  commit_id TEXT NOT NULL,
  at TEXT NOT NULL,
  why TEXT NOT NULL
) STRICT;

CREATE INDEX snapshots_by_task ON snapshots (task);

CREATE TABLE gates (
  key TEXT PRIMARY KEY,
  reason TEXT NOT NULL,
  until TEXT,
  source TEXT NOT NULL,
  zone TEXT,
  closed_at TEXT NOT NULL,
  probes INTEGER NOT NULL,
  canary TEXT,
  evidence TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE escalations (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL,
  task INTEGER REFERENCES tasks (number) ON DELETE SET NULL,
  run INTEGER,
  cause TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'acknowledged', 'closed')),
  raised_at TEXT NOT NULL,
  last_raised_at TEXT NOT NULL,
  times INTEGER NOT NULL,
  acknowledged_at TEXT,
  closed_at TEXT,
  note TEXT,
  detail TEXT NOT NULL
) STRICT;

CREATE UNIQUE INDEX escalations_one_per_cause ON escalations (key) WHERE state <> 'closed';

CREATE INDEX escalations_by_state ON escalations (state, number);

CREATE INDEX escalations_by_task ON escalations (task) WHERE task IS NOT NULL;

CREATE UNIQUE INDEX tasks_by_card ON tasks (card_key) WHERE card_key IS NOT NULL;

CREATE INDEX tasks_by_place ON tasks (place) WHERE place IS NOT NULL;

CREATE TABLE locks (
  kind TEXT NOT NULL CHECK (kind IN ('card', 'phase', 'tree')),
  key TEXT NOT NULL,
  subject TEXT NOT NULL,
  task INTEGER NOT NULL REFERENCES tasks (number),
  run_id TEXT,
  flow TEXT NOT NULL,
  started_at TEXT NOT NULL,
  owner TEXT,
  PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX locks_by_task ON locks (task, kind);

CREATE TABLE card_events (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  task INTEGER NOT NULL REFERENCES tasks (number) ON DELETE CASCADE,
  run_id TEXT,
  event TEXT NOT NULL CHECK (event IN ('queued', 'started', 'succeeded', 'failed', 'canceled', 'reset')),
  line TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('idle', 'queued', 'running', 'succeeded', 'failed', 'canceled')),
  flow TEXT,
  checked TEXT NOT NULL,
  at TEXT NOT NULL,
  written_at TEXT,
  problem TEXT
) STRICT;

CREATE INDEX card_events_by_task ON card_events (task, number);

CREATE INDEX card_events_pending ON card_events (number) WHERE written_at IS NULL;

CREATE UNIQUE INDEX card_events_once ON card_events (task, coalesce(run_id, ''), event) WHERE event <> 'reset';

CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE heartbeats (
  owner TEXT PRIMARY KEY,
  at TEXT NOT NULL,
  taken_at TEXT,
  taken_by TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE test_runs (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  run INTEGER REFERENCES runs (number) ON DELETE CASCADE, -- null: at the start of a task, to compare with
  stage TEXT NOT NULL,
  command TEXT NOT NULL,
  folder TEXT NOT NULL,
  code TEXT, -- the commit, with a digest of uncommitted changes
  failed INTEGER NOT NULL,
  passed INTEGER NOT NULL,
  names TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT;

CREATE UNIQUE INDEX test_runs_by_run ON test_runs (run, stage) WHERE run IS NOT NULL;

CREATE INDEX test_runs_by_code ON test_runs (code, command) WHERE code IS NOT NULL;

CREATE INDEX tasks_by_status ON tasks (status, number);

CREATE INDEX tasks_in_queue ON tasks (status, place) WHERE is_implicit = 0;

CREATE VIEW followed_status AS
SELECT
  number AS task,
  (
    SELECT iif(runs.status_that_counts IN ('launching', 'running'), 'running', runs.status_that_counts)
    FROM runs WHERE runs.task = tasks.number ORDER BY runs.attempt DESC, runs.number DESC LIMIT 1
  ) AS status
FROM tasks WHERE is_implicit = 1;

CREATE TRIGGER tasks_follow_new_run AFTER INSERT ON runs
BEGIN
  UPDATE tasks SET status = f.status
  FROM (SELECT * FROM followed_status WHERE task = new.task) AS f WHERE tasks.number = new.task;
END;

CREATE TRIGGER tasks_follow_run AFTER UPDATE OF status, correction, corrected_reason ON runs
BEGIN
  UPDATE tasks SET status = f.status
  FROM (SELECT * FROM followed_status WHERE task = new.task) AS f WHERE tasks.number = new.task;
END;

CREATE INDEX runs_by_cause ON runs (cause, started_at, task, cost_usd, duration_ms) WHERE cause <> '';

CREATE INDEX runs_without_cause ON runs (number) WHERE cause IS NULL;
