/** Two queues on one server: the fleet's, and a plain table with `for update skip locked`. */
import { randomUUID } from 'node:crypto'
import { Pool } from 'pg'
import type { NodeAbilities } from '../../src/fleet/needs.ts'
import type { Claim, Fleet, Outcome } from '../../src/fleet/port.ts'
import type { Address } from '../../src/fleet/postgres/address.ts'
import { openFleet } from '../../src/fleet/postgres/postgres-fleet.ts'
import type { RowImage } from '../../src/record/row-image.ts'
import { taskColumns } from '../../src/record/sqlite/task-row.ts'
import { exampleTask } from '../../tests/examples/records.ts'

/** About as long as a real prompt, and as a real result. */
const PROMPT = 'Do this. '.repeat(220)
const RESULT = JSON.stringify({ summary: 'done', evidence: 'x'.repeat(1900) })

/** Who takes work: at most one job at a time. */
export type Taker = AsyncDisposable & {
  /** True if it took a job and ended it. */
  readonly takeOne: () => Promise<boolean>
}

const abilities: NodeAbilities = {
  accounts: { claude: 'team' },
  commands: [],
  anyAccount: null,
  labels: [],
}

export type Joined = AsyncDisposable & {
  readonly fleet: Fleet
  readonly node: string
  readonly claim: () => Promise<Claim | null>
  readonly settle: (claim: Claim) => Promise<boolean>
}

/** A node without agents: its calls are those of `mayday work --fleet`. */
export async function joinFleet(address: Address, name: string): Promise<Joined> {
  const fleet = await openFleet(address, name)
  const node = randomUUID()
  await fleet.join({ id: node, name, machine: name, labels: [], abilities, concurrency: 1 })
  return {
    fleet,
    node,
    claim: () => fleet.claim({ node, abilities }),
    settle: (claim) => fleet.settle(node, outcomeOf(claim)),
    [Symbol.asyncDispose]: () => fleet[Symbol.asyncDispose](),
  }
}

export async function fleetTaker(address: Address, name: string): Promise<Taker> {
  const joined = await joinFleet(address, name)
  return {
    takeOne: async () => {
      const claim = await joined.claim()
      return claim !== null && joined.settle(claim)
    },
    [Symbol.asyncDispose]: () => joined[Symbol.asyncDispose](),
  }
}

/** What a node sends after a good run: the task's row, and the run's with its result. */
function outcomeOf({ runId, retryCount, queue, task, run, agent, capsule }: Claim): Outcome {
  const rows: readonly RowImage[] = [
    ...capsule.rows
      .filter(({ table, row }) => table === 'tasks' && row['number'] === task)
      .map(({ table, row }) => ({ table, row: { ...row, status: 'succeeded' } })),
    {
      table: 'runs',
      row: { number: run, id: runId, task, attempt: 1, status: 'succeeded', agent, result: RESULT },
    },
  ]
  const ended = { result: 'succeeded', status: 'succeeded', waitMs: 0, gates: [], opened: [] } as const
  return { runId, retryCount, queue, task, rows, ...ended }
}

const BARE = { expectChanges: false, prompt: PROMPT, phase: null, setup: null, baseline: null, verify: null }
const FRESH = {
  status: 'queued',
  since_run: 0,
  is_implicit: 0,
  place: 1,
  created_at: new Date().toISOString(),
  branch: null,
  start_commit: null,
  good_commit: null,
  wait_until: null,
  gate: null,
  next_run_id: null,
}

/** Queues a task, as `mayday add` does. Without a command it is for claude. */
export async function addTask(fleet: Fleet, argv: readonly string[] | null = null): Promise<number> {
  const task = await fleet.reserveTask()
  const spec = exampleTask({ ...BARE, argv, agent: argv === null ? 'claude' : null })
  const image: RowImage = {
    table: 'tasks',
    row: { ...taskColumns(spec), ...FRESH, number: task, id: randomUUID() },
  }
  await fleet.change({ rows: [image], seen: {}, labels: [], base: null, cardEvents: [] })
  return task
}

const PLAIN_TABLES = `
  create table if not exists plain (
    id bigserial primary key, state text not null default 'queued', prompt text not null, result text);
  create index if not exists plain_queued on plain (id) where state = 'queued'`

const TAKE = `
  update plain set state = 'live'
  where id = (select id from plain where state = 'queued' order by id for update skip locked limit 1)
  returning id`

/** What many people write by hand: two statements, no fence, no lease, no limits. */
export class PlainQueue implements AsyncDisposable {
  readonly #pool: Pool

  private constructor(pool: Pool) {
    this.#pool = pool
  }

  static async open({ url }: Pick<Address, 'url'>): Promise<PlainQueue> {
    const pool = new Pool({ connectionString: url, max: 30 })
    await pool.query(PLAIN_TABLES)
    return new PlainQueue(pool)
  }

  async add(): Promise<void> {
    await this.#pool.query('insert into plain (prompt) values ($1)', [PROMPT])
    await this.#pool.query("select pg_notify('plain', '')")
  }

  async taker(): Promise<Taker> {
    const client = await this.#pool.connect()
    return {
      takeOne: async () => {
        const { rows } = await client.query<{ id: string }>(TAKE)
        const [taken] = rows
        if (taken === undefined) return false
        await client.query("update plain set state = 'done', result = $2 where id = $1", [taken.id, RESULT])
        return true
      },
      [Symbol.asyncDispose]: () => Promise.resolve(client.release()),
    }
  }

  /** Takes a job whenever it is told of one. */
  async listener(start: () => void): Promise<AsyncDisposable> {
    const client = await this.#pool.connect()
    const taker = await this.taker()
    client.on('notification', () => void taker.takeOne().then((took) => took && start()))
    await client.query('listen plain')
    return {
      [Symbol.asyncDispose]: async () => {
        client.release(true)
        await taker[Symbol.asyncDispose]()
      },
    }
  }

  /** True if a job is free whose taker holds its row. */
  async isFree(): Promise<boolean> {
    const { rows } = await this.#pool.query(HOLD)
    return rows.length > 0
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.end()
  }
}

/** A taker that holds the row's lock while it works is noticed when its connection breaks. */
export const HOLD = "select id from plain where state = 'queued' order by id for update skip locked limit 1"
