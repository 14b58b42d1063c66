-- A task of a new card is `new`. A check cannot be changed: the column is made again.
DROP TRIGGER tasks_follow_new_run;
DROP TRIGGER tasks_follow_run;
DROP VIEW followed_status;
DROP INDEX tasks_by_status;
DROP INDEX tasks_in_queue;

ALTER TABLE tasks RENAME COLUMN status TO old_status;
ALTER TABLE tasks ADD COLUMN status TEXT NOT NULL DEFAULT 'new' CHECK (status IN (
  'new', 'queued', 'deferred', 'running', 'waiting', 'escalated', 'succeeded', 'failed', 'canceled', 'skipped'
));
UPDATE tasks SET status = old_status;
ALTER TABLE tasks DROP COLUMN old_status;

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
