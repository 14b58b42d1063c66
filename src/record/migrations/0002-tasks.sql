-- A task is now what `mayday add` was told, and where it stands.
ALTER TABLE tasks ADD COLUMN agent TEXT;
ALTER TABLE tasks ADD COLUMN argv TEXT;
ALTER TABLE tasks ADD COLUMN cwd TEXT NOT NULL DEFAULT '.';
ALTER TABLE tasks ADD COLUMN flow TEXT NOT NULL DEFAULT 'implement';
ALTER TABLE tasks ADD COLUMN phase TEXT;
-- Of `12-01` the 12: phases compare as numbers.
ALTER TABLE tasks ADD COLUMN phase_number REAL AS (iif(phase GLOB '[0-9]*', CAST(phase AS REAL), NULL)) VIRTUAL;
ALTER TABLE tasks ADD COLUMN setup TEXT;
ALTER TABLE tasks ADD COLUMN baseline TEXT;
ALTER TABLE tasks ADD COLUMN verify TEXT;
ALTER TABLE tasks ADD COLUMN expect_changes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN limits TEXT NOT NULL DEFAULT '{}';
ALTER TABLE tasks ADD COLUMN budget_attempts INTEGER NOT NULL DEFAULT 1;
ALTER TABLE tasks ADD COLUMN budget_wall_ms INTEGER NOT NULL DEFAULT 28800000;
ALTER TABLE tasks ADD COLUMN budget_tokens INTEGER;
ALTER TABLE tasks ADD COLUMN budget_cost_usd REAL;
ALTER TABLE tasks ADD COLUMN branch TEXT;
ALTER TABLE tasks ADD COLUMN start_commit TEXT;
ALTER TABLE tasks ADD COLUMN good_commit TEXT;
ALTER TABLE tasks ADD COLUMN wait_until TEXT;
ALTER TABLE tasks ADD COLUMN gate TEXT;
ALTER TABLE tasks ADD COLUMN since_run INTEGER NOT NULL DEFAULT 0;
-- What was there so far was made by plain runs.
ALTER TABLE tasks ADD COLUMN is_implicit INTEGER NOT NULL DEFAULT 1;
-- Last: with a check in the table every column that is added would read all rows again.
ALTER TABLE tasks ADD COLUMN status TEXT NOT NULL DEFAULT 'queued' CHECK (status IN (
  'queued', 'deferred', 'running', 'waiting', 'escalated', 'succeeded', 'failed', 'canceled', 'skipped'
));

UPDATE tasks SET
  agent = r.agent,
  cwd = r.cwd,
  flow = r.flow,
  phase = r.phase,
  status = iif(r.status_that_counts IN ('launching', 'running'), 'running', r.status_that_counts)
FROM runs AS r
WHERE r.number = (SELECT number FROM runs WHERE task = tasks.number ORDER BY attempt DESC, number DESC LIMIT 1);

CREATE INDEX tasks_by_status ON tasks (status, number);
CREATE INDEX tasks_by_phase ON tasks (phase_number) WHERE phase_number IS NOT NULL;
CREATE INDEX tasks_added ON tasks (number) WHERE is_implicit = 0;
CREATE INDEX tasks_by_gate ON tasks (gate) WHERE gate IS NOT NULL;

-- The status of an implicit task is that of its last run.
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

-- One a failed run. It outlives its run's record: a phase may be longer than runs are kept.
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

-- Each is a git ref that may be all that is left of somebody's work: a task with snapshots is never forgotten.
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
