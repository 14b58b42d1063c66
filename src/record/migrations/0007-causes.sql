-- Failures are grouped by their cause. Null: not computed yet. Empty: the run did not fail.
ALTER TABLE runs ADD COLUMN cause TEXT;
UPDATE runs SET cause = '' WHERE status_that_counts IN ('succeeded', 'canceled');

-- Sums by cause read only this index.
CREATE INDEX runs_by_cause ON runs (cause, started_at, task, cost_usd, duration_ms) WHERE cause <> '';
CREATE INDEX runs_without_cause ON runs (number) WHERE cause IS NULL;
