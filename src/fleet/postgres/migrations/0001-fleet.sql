create table settings (
  name text primary key,
  value text not null
);

create sequence task_numbers;
create sequence run_numbers;
create sequence places;
-- A thousand numbers each, for rows that people do not name.
create sequence blocks;

create table nodes (
  id uuid primary key,
  name text not null unique,
  machine text not null,
  labels text[] not null,
  abilities jsonb not null,
  concurrency integer not null,
  joined_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  draining boolean not null default false,
  left_at timestamptz
);

create table queues (
  name text primary key,
  needs jsonb not null
);

create table tasks (
  number bigint primary key,
  id uuid not null unique,
  queue text not null references queues (name),
  serial_key text not null,
  status text not null,
  -- The promised run: its job in the queue. Null where nothing is to begin.
  job uuid,
  ready_at timestamptz,
  cancel_asked boolean not null default false
);

create index tasks_ready on tasks (queue, ready_at) where job is not null and status <> 'running';

create table runs (
  id uuid primary key,
  number bigint not null unique,
  task bigint not null references tasks (number),
  node uuid not null references nodes (id),
  account text not null,
  retry_count integer not null,
  -- none: it was claimed, and never began.
  state text not null check (state in ('live', 'ended', 'lost', 'none')),
  started_at timestamptz not null default now(),
  ended_at timestamptz
);

create unique index runs_one_live_per_task on runs (task) where state = 'live';
create index runs_by_node on runs (node) where state = 'live';
create index runs_by_end on runs (ended_at) where ended_at is not null;

-- Rows of the nodes' own stores, as they are kept there.
create table rows (
  kind text not null,
  key text not null,
  task bigint,
  row jsonb not null,
  -- Copies forget it.
  is_gone boolean not null default false,
  version xid8 not null default pg_current_xact_id(),
  primary key (kind, key)
);

create index rows_by_version on rows (version);
create index rows_by_task on rows (task);
create unique index rows_one_escalation_per_cause on rows ((row ->> 'key'))
  where kind = 'escalations' and row ->> 'state' <> 'closed';

create table accounts (
  name text primary key,
  most integer not null check (most >= 0)
);

create table slots (
  account text not null references accounts (name) on delete cascade,
  n integer not null,
  run uuid,
  primary key (account, n)
);

create index slots_by_run on slots (run) where run is not null;

create table gates (
  key text primary key,
  gate jsonb not null,
  until timestamptz,
  closed_at timestamptz not null default now(),
  canary uuid
);

-- Held while a run lives: what runs one after another although its tasks are in different queues.
create table serial_locks (
  key text primary key,
  run uuid not null
);

-- Outcomes that came after somebody else had taken over.
create table late (
  run uuid not null,
  node uuid not null,
  at timestamptz not null default now(),
  outcome jsonb not null,
  primary key (run, at)
);
