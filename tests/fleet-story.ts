/**
 * Random sequences of what people and N nodes do to the queue of a fleet, on a real Postgres, held against a small model
 * after every step.
 *
 * M1 A task has at most one live run, and is running exactly while it has one. M2 An account has at most its limit. M3
 * Tasks of one phase and flow have at most one live run together. M4 Slots and serial locks
 * belong to live runs. M5 An outcome counts once, and only that of the run's own node. M6 At the end nothing is stuck.
 */
import { deepStrictEqual as deepEqual } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { taskColumns } from '../src/record/sqlite/task-row.ts'
import type { RowImage } from '../src/record/row-image.ts'
import type { Claim, Claimant, Fleet, Outcome } from '../src/fleet/port.ts'
import type { Database } from '../src/fleet/postgres/database.ts'
import { exampleTask } from './examples/records.ts'

const STEPS = 60
export const NODES = 5
const ACCOUNTS = ['team-a', 'team-b']
const MOST = 2

type Held = { readonly claim: Claim; readonly node: string }

export class FleetStory {
  readonly #fleet: Fleet
  readonly #db: Database
  readonly #random: () => number
  readonly #nodes: Claimant[] = []
  readonly #tasks: { readonly task: number; readonly image: RowImage }[] = []
  #held: Held[] = []
  /** Claims of nodes that were called lost. Their outcomes come late. */
  readonly #lost: Held[] = []

  constructor(fleet: Fleet, db: Database, random: () => number) {
    this.#fleet = fleet
    this.#db = db
    this.#random = random
  }

  #pick<T>(from: readonly T[]): T | undefined {
    return from[Math.floor(this.#random() * from.length)]
  }

  async tell(): Promise<void> {
    for (const account of ACCOUNTS) await this.#fleet.setLimit(account, MOST)
    for (let n = 0; n < NODES; n += 1) await this.#join(`n${n}`, ACCOUNTS[n % 2] ?? 'team-a')
    for (let step = 0; step < STEPS; step += 1) {
      await this.#pick([
        () => this.#add(),
        () => this.#add(),
        () => this.#race(),
        () => this.#race(),
        () => this.#settle(),
        () => this.#settle(),
        () => this.#settle(),
        () => this.#lose(),
        () => this.#comeLate(),
        () => this.#cancel(),
      ])?.()
      deepEqual(await this.#breaches(), [])
    }
    await this.#finish()
  }

  async #join(name: string, account: string): Promise<void> {
    const abilities = { accounts: { claude: account }, commands: [], anyAccount: null, labels: [] }
    const node = { node: randomUUID(), abilities }
    await this.#fleet.join({ id: node.node, name, machine: name, labels: [], abilities, concurrency: 1 })
    this.#nodes.push(node)
  }

  async #add(): Promise<void> {
    const phase = this.#pick([null, null, '1', '2'])
    const plain = { agent: 'claude', argv: null, setup: null, baseline: null, verify: null, fallback: [] }
    const task = await this.#fleet.reserveTask()
    const row = { ...taskColumns(exampleTask({ ...plain, phase: phase ?? null, isParallel: false })) }
    const rest = { number: task, id: randomUUID(), status: 'queued', created_at: '2026-11-03T10:00:00.000Z' }
    const more = {
      since_run: 0,
      is_implicit: 0,
      place: task,
      next_run_id: null,
      wait_until: null,
      card: null,
    }
    const empty = { branch: null, start_commit: null, good_commit: null, gate: null, card_key: null }
    const image: RowImage = { table: 'tasks', row: { ...Object(row), ...rest, ...more, ...empty } }
    await this.#change(image, {})
    this.#tasks.push({ task, image })
  }

  #change(image: RowImage, seen: Parameters<Fleet['change']>[0]['seen']): Promise<void> {
    return this.#fleet.change({ rows: [image], seen, labels: [], base: null, cardEvents: [] })
  }

  /** Several nodes claim at the same time. */
  async #race(): Promise<void> {
    const claimed = await Promise.all(
      this.#nodes.map(async (node) => ({ node: node.node, claim: await this.#fleet.claim(node) })),
    )
    for (const { node, claim } of claimed) if (claim !== null) this.#held.push({ node, claim })
  }

  #take(): Held | undefined {
    const held = this.#pick(this.#held)
    this.#held = this.#held.filter((one) => one !== held)
    return held
  }

  /** M5: sent again after a lost answer it changes nothing; another node's word never counts. */
  async #settle(): Promise<void> {
    const held = this.#take()
    if (held === undefined) return
    const stranger = this.#nodes.find(({ node }) => node !== held.node)?.node ?? ''
    const outcome = this.#outcome(held)
    deepEqual(await this.#fleet.settle(stranger, outcome), false)
    deepEqual(await this.#fleet.settle(held.node, outcome), true)
    deepEqual(await this.#fleet.settle(held.node, outcome), true)
  }

  #outcome({ claim }: Held): Outcome {
    const { runId, retryCount, queue, task } = claim
    const end = this.#pick([
      { result: 'succeeded', status: 'succeeded' },
      { result: 'failed', status: 'queued' },
      { result: 'failed', status: 'escalated' },
      { result: null, status: 'queued' },
    ] as const) ?? { result: 'failed', status: 'failed' }
    return { runId, retryCount, queue, task, ...end, waitMs: 0, rows: [], gates: [], opened: [] }
  }

  async #lose(): Promise<void> {
    const node = this.#pick(this.#nodes)
    if (node === undefined) return
    const [row] = await this.#db.query('select name from nodes where id = $1', [node.node])
    await this.#fleet.setNode(String(row?.['name']), 'lost')
    this.#lost.push(...this.#held.filter((held) => held.node === node.node))
    this.#held = this.#held.filter((held) => held.node !== node.node)
    await this.#db.query('update nodes set left_at = null where id = $1', [node.node])
  }

  /** M5. */
  async #comeLate(): Promise<void> {
    const held = this.#lost.shift()
    if (held === undefined) return
    deepEqual(await this.#fleet.settle(held.node, this.#outcome(held)), false)
    deepEqual((await this.#fleet.renew(held.node, [held.claim])).lost, [held.claim.runId])
  }

  async #cancel(): Promise<void> {
    const known = this.#pick(this.#tasks)
    if (known === undefined) return
    const [row] = await this.#db.query('select status from tasks where number = $1', [known.task])
    const status = String(row?.['status'])
    if (!['queued', 'running', 'escalated'].includes(status)) return
    const { table, row: columns } = known.image
    await this.#change({ table, row: { ...columns, status: 'canceled' } }, {})
  }

  async #breaches(): Promise<readonly unknown[]> {
    const looks: Readonly<Record<string, string>> = {
      M1: `select tasks.number from tasks left join runs on runs.task = tasks.number and state = 'live'
           group by tasks.number, status, cancel_asked having count(runs.id) > 1
             or (count(runs.id) = 0 and status = 'running') or (count(runs.id) = 1 and status <> 'running' and not cancel_asked)`,
      M2: `select account from runs where state = 'live' group by account having count(*) > ${MOST}`,
      M3: `select serial_key from runs join tasks on tasks.number = runs.task where state = 'live'
           group by serial_key having count(*) > 1`,
      M4: `select run from (select run from slots where run is not null union all select run from serial_locks) held
           where not exists (select 1 from runs where runs.id = held.run and state = 'live')`,
      'M4 too': `select id from runs where state = 'live' and not exists (select 1 from serial_locks where run = id)`,
    }
    const found = await Promise.all(
      Object.entries(looks).map(async ([law, sql]) =>
        (await this.#db.query(sql)).map((row) => `${law}: ${JSON.stringify(row)}`),
      ),
    )
    return found.flat()
  }

  /** M6. */
  async #finish(): Promise<void> {
    for (let round = 0; round < 200; round += 1) {
      while (this.#held.length > 0) {
        const held = this.#take()
        if (held === undefined) break
        const { runId, retryCount, queue, task } = held.claim
        const end = {
          result: 'succeeded',
          status: 'succeeded',
          waitMs: 0,
          rows: [],
          gates: [],
          opened: [],
        } as const
        await this.#fleet.settle(held.node, { runId, retryCount, queue, task, ...end })
      }
      const open = await this.#db.query("select 1 from tasks where status in ('queued', 'running')")
      if (open.length === 0) break
      await this.#race()
    }
    deepEqual(await this.#db.query("select number from tasks where status in ('queued', 'running')"), [])
    deepEqual(await this.#db.query('select run from serial_locks'), [])
    deepEqual(await this.#breaches(), [])
  }
}
