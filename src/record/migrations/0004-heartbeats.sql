-- When each process that holds something last said that it lives, and who took its things over.
CREATE TABLE heartbeats (
  owner TEXT PRIMARY KEY,
  at TEXT NOT NULL,
  taken_at TEXT,
  taken_by TEXT
) STRICT, WITHOUT ROWID;
