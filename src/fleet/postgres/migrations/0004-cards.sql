-- One card has one task.
create unique index rows_one_task_per_card on rows ((row ->> 'card'))
  where kind = 'tasks' and row ->> 'card' is not null;

-- The node that writes cards. Whoever takes the role over raises the epoch.
create table card_writer (
  only_one boolean primary key default true check (only_one),
  node uuid not null references nodes (id),
  epoch bigint not null default 1
);

-- What is to be written into cards, in this order.
create table card_events (
  number bigserial primary key,
  task bigint not null references tasks (number),
  run_id uuid,
  event text not null,
  line text not null,
  status text not null,
  flow text,
  checked jsonb not null,
  at timestamptz not null,
  written_at timestamptz,
  -- Why it could not be written yet.
  problem text,
  unique (task, run_id, event)
);

create index card_events_pending on card_events (number) where written_at is null;
