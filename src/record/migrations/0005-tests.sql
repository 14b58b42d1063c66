-- How the tests of a command went each time it ran: by the code it ran on, flaky tests show.
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

ALTER TABLE tasks ADD COLUMN compares_tests INTEGER NOT NULL DEFAULT 0;
