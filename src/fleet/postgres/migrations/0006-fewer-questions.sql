-- A breaker looks at the last runs only if several of them failed.
alter table runs add column has_failed boolean not null default false;
update runs set has_failed = true from rows
  where kind = 'runs' and key = number::text and row ->> 'status' = 'failed';
-- A claim looks for the earlier runs of its task.
create index runs_by_task on runs (task);
-- When the node ended on purpose. It is not in contact from then on, although its last contact is recent.
alter table nodes add column stopped_at timestamptz;
-- When the node last looked for lost runs. One look within a short time is enough for all nodes.
alter table nodes add column judged_at timestamptz;
