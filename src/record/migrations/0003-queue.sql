-- A task may be a card's, and has a place in the queue.
ALTER TABLE tasks ADD COLUMN card TEXT;
ALTER TABLE tasks ADD COLUMN card_key TEXT; -- a hash of the card's real path
ALTER TABLE tasks ADD COLUMN is_parallel INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN has_own_tree INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN fallback TEXT NOT NULL DEFAULT '[]';
ALTER TABLE tasks ADD COLUMN place INTEGER;
ALTER TABLE tasks ADD COLUMN next_run_id TEXT;

-- What was added so far stands in the order in which it was added.
UPDATE tasks SET place = number WHERE is_implicit = 0;

CREATE UNIQUE INDEX tasks_by_card ON tasks (card_key) WHERE card_key IS NOT NULL;
CREATE INDEX tasks_by_place ON tasks (place) WHERE place IS NOT NULL;
CREATE INDEX tasks_in_queue ON tasks (status, place) WHERE is_implicit = 0;

-- A task that holds one is never forgotten.
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

-- What must stand in a card: recorded first, written into the file then.
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
-- A run is told of once each; a person may reset a card as often as they like.
CREATE UNIQUE INDEX card_events_once ON card_events (task, coalesce(run_id, ''), event) WHERE event <> 'reset';

-- What a person set for the whole project and may change while the scheduler runs.
CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
