-- The branch or commit at which the task begins; null means the main branch of the remote.
alter table tasks add column base text;
-- The commit that the last counted attempt pushed.
alter table tasks add column pushed text;
-- The commit that a run was about to push. Null when a push was settled.
alter table tasks add column pushing text;
