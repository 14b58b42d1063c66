-- Where the node serves its logs while it works; null if it does not.
alter table nodes add column logs jsonb;

-- Who may read logs: a node, or a reader that is no node. Only the hash of a token is kept.
create table tokens (
  hash text primary key,
  node uuid unique references nodes (id),
  reader text unique,
  made_at timestamptz not null default now(),
  revoked_at timestamptz,
  check ((node is null) <> (reader is null))
);
