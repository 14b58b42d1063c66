CREATE INDEX card_events_pending ON card_events USING btree (number) WHERE (written_at IS NULL);

CREATE INDEX rows_by_task ON rows USING btree (task);

CREATE INDEX rows_by_version ON rows USING btree (version);

CREATE INDEX runs_by_end ON runs USING btree (ended_at) WHERE (ended_at IS NOT NULL);

CREATE INDEX runs_by_node ON runs USING btree (node) WHERE (state = 'live'::text);

CREATE INDEX runs_by_task ON runs USING btree (task);

CREATE INDEX slots_by_run ON slots USING btree (run) WHERE (run IS NOT NULL);

CREATE INDEX tasks_ready ON tasks USING btree (queue, ready_at) WHERE ((job IS NOT NULL) AND (status <> 'running'::text));

CREATE UNIQUE INDEX accounts_pkey ON accounts USING btree (name);

CREATE UNIQUE INDEX card_events_pkey ON card_events USING btree (number);

CREATE UNIQUE INDEX card_events_task_run_id_event_key ON card_events USING btree (task, run_id, event);

CREATE UNIQUE INDEX card_writer_pkey ON card_writer USING btree (only_one);

CREATE UNIQUE INDEX gates_pkey ON gates USING btree (key);

CREATE UNIQUE INDEX late_pkey ON late USING btree (run, at);

CREATE UNIQUE INDEX nodes_name_key ON nodes USING btree (name);

CREATE UNIQUE INDEX nodes_pkey ON nodes USING btree (id);

CREATE UNIQUE INDEX queues_pkey ON queues USING btree (name);

CREATE UNIQUE INDEX rows_one_escalation_per_cause ON rows USING btree ((("row" ->> 'key'::text))) WHERE ((kind = 'escalations'::text) AND (("row" ->> 'state'::text) <> 'closed'::text));

CREATE UNIQUE INDEX rows_one_task_per_card ON rows USING btree ((("row" ->> 'card'::text))) WHERE ((kind = 'tasks'::text) AND (("row" ->> 'card'::text) IS NOT NULL));

CREATE UNIQUE INDEX rows_pkey ON rows USING btree (kind, key);

CREATE UNIQUE INDEX runs_number_key ON runs USING btree (number);

CREATE UNIQUE INDEX runs_one_live_per_task ON runs USING btree (task) WHERE (state = 'live'::text);

CREATE UNIQUE INDEX runs_pkey ON runs USING btree (id);

CREATE UNIQUE INDEX serial_locks_pkey ON serial_locks USING btree (key);

CREATE UNIQUE INDEX settings_pkey ON settings USING btree (name);

CREATE UNIQUE INDEX slots_pkey ON slots USING btree (account, n);

CREATE UNIQUE INDEX tasks_id_key ON tasks USING btree (id);

CREATE UNIQUE INDEX tasks_pkey ON tasks USING btree (number);

CREATE UNIQUE INDEX tokens_node_key ON tokens USING btree (node);

CREATE UNIQUE INDEX tokens_pkey ON tokens USING btree (hash);

CREATE UNIQUE INDEX tokens_reader_key ON tokens USING btree (reader);

constraint accounts: CHECK ((most >= 0));

constraint accounts: PRIMARY KEY (name);

constraint card_events: FOREIGN KEY (task) REFERENCES tasks(number);

constraint card_events: PRIMARY KEY (number);

constraint card_events: UNIQUE (task, run_id, event);

constraint card_writer: CHECK (only_one);

constraint card_writer: FOREIGN KEY (node) REFERENCES nodes(id);

constraint card_writer: PRIMARY KEY (only_one);

constraint gates: PRIMARY KEY (key);

constraint late: PRIMARY KEY (run, at);

constraint nodes: PRIMARY KEY (id);

constraint nodes: UNIQUE (name);

constraint queues: PRIMARY KEY (name);

constraint rows: PRIMARY KEY (kind, key);

constraint runs: CHECK ((state = ANY (ARRAY['live'::text, 'ended'::text, 'lost'::text, 'none'::text])));

constraint runs: FOREIGN KEY (node) REFERENCES nodes(id);

constraint runs: FOREIGN KEY (task) REFERENCES tasks(number);

constraint runs: PRIMARY KEY (id);

constraint runs: UNIQUE (number);

constraint serial_locks: PRIMARY KEY (key);

constraint settings: PRIMARY KEY (name);

constraint slots: FOREIGN KEY (account) REFERENCES accounts(name) ON DELETE CASCADE;

constraint slots: PRIMARY KEY (account, n);

constraint tasks: FOREIGN KEY (queue) REFERENCES queues(name);

constraint tasks: PRIMARY KEY (number);

constraint tasks: UNIQUE (id);

constraint tokens: CHECK (((node IS NULL) <> (reader IS NULL)));

constraint tokens: FOREIGN KEY (node) REFERENCES nodes(id);

constraint tokens: PRIMARY KEY (hash);

constraint tokens: UNIQUE (node);

constraint tokens: UNIQUE (reader);

sequence blocks;

sequence card_events_number_seq;

sequence places;

sequence run_numbers;

sequence task_numbers;

table accounts (
  name text not null,
  most integer not null);

table card_events (
  number bigint not null default nextval('card_events_number_seq'::regclass),
  task bigint not null,
  run_id uuid,
  event text not null,
  line text not null,
  status text not null,
  flow text,
  checked jsonb not null,
  at timestamp with time zone not null,
  written_at timestamp with time zone,
  problem text);

table card_writer (
  only_one boolean not null default true,
  node uuid not null,
  epoch bigint not null default 1);

table gates (
  key text not null,
  gate jsonb not null,
  until timestamp with time zone,
  closed_at timestamp with time zone not null default now(),
  canary uuid);

table late (
  run uuid not null,
  node uuid not null,
  at timestamp with time zone not null default now(),
  outcome jsonb not null);

table nodes (
  id uuid not null,
  name text not null,
  machine text not null,
  labels text[] not null,
  abilities jsonb not null,
  concurrency integer not null,
  joined_at timestamp with time zone not null default now(),
  seen_at timestamp with time zone not null default now(),
  draining boolean not null default false,
  left_at timestamp with time zone,
  logs jsonb,
  boot text,
  stopped_at timestamp with time zone,
  judged_at timestamp with time zone);

table queues (
  name text not null,
  needs jsonb not null);

table rows (
  kind text not null,
  key text not null,
  task bigint,
  row jsonb not null,
  is_gone boolean not null default false,
  version xid8 not null default pg_current_xact_id());

table runs (
  id uuid not null,
  number bigint not null,
  task bigint not null,
  node uuid not null,
  account text not null,
  retry_count integer not null,
  state text not null,
  started_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  last_words text,
  has_failed boolean not null default false);

table serial_locks (
  key text not null,
  run uuid not null);

table settings (
  name text not null,
  value text not null);

table slots (
  account text not null,
  n integer not null,
  run uuid);

table tasks (
  number bigint not null,
  id uuid not null,
  queue text not null,
  serial_key text not null,
  status text not null,
  job uuid,
  ready_at timestamp with time zone,
  cancel_asked boolean not null default false,
  base text,
  pushed text,
  pushing text);

table tokens (
  hash text not null,
  node uuid,
  reader text,
  made_at timestamp with time zone not null default now(),
  revoked_at timestamp with time zone);
