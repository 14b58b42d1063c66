/**
 * The queue: pg-boss without its worker loop and its supervisor. One job is one run.
 *
 * J1 pg-boss retries nothing: every further attempt is a new job. J2 A lost job goes to a separate queue, from which
 * the fleet takes it over.
 */
import type { ConstructorOptions, PgBoss } from 'pg-boss'
import type { Fence } from '../port.ts'
import type { Database, Transaction } from './database.ts'

const LOST = 'lost'
const NO_JOB = '00000000-0000-0000-0000-000000000000'

/** pg-boss deletes jobs that wait longer than this. */
const KEEP_WAITING_S = 10 * 365 * 86_400
const KEEP_DONE_S = 86_400
/** The maximum of pg-boss. */
const LONGEST_RUN_S = 86_400

const jobsSchema = (schema: string): string => `${schema}_jobs`

/** J2. */
const lostOptions = { retryLimit: 0, retentionSeconds: KEEP_WAITING_S }

/** What `Jobs.install` executes, for people who want to do it themselves. */
export async function installSql(schema: string): Promise<string> {
  const { getConstructionPlans } = await import('pg-boss')
  const options = JSON.stringify({ ...lostOptions, policy: 'standard' })
  const queue = `select ${jobsSchema(schema)}.create_queue('${LOST}', '${options}'::jsonb);`
  return `${getConstructionPlans(jobsSchema(schema))}\n${queue}`
}

export type LostJob = { readonly id: string; readonly retryCount: number; readonly runId: string }

export class Jobs {
  readonly #boss: PgBoss
  readonly #leaseS: number
  readonly #known = new Set<string>()

  private constructor(boss: PgBoss, leaseS: number) {
    this.#boss = boss
    this.#leaseS = leaseS
  }

  static async open(db: Database, leaseMs: number): Promise<Jobs> {
    const boss = await openBoss(db, { migrate: false })
    await boss.start()
    return new Jobs(boss, Math.round(leaseMs / 1000))
  }

  /** Creates or migrates the tables of pg-boss. */
  static async install(db: Database): Promise<void> {
    const boss = await openBoss(db, { migrate: true })
    try {
      await boss.start()
      await boss.createQueue(LOST, lostOptions)
    } finally {
      await boss.stop({ graceful: false })
    }
  }

  async makeQueue(name: string): Promise<void> {
    await this.#boss.createQueue(name, {
      policy: 'key_strict_fifo',
      heartbeatSeconds: this.#leaseS,
      retryLimit: 0,
      expireInSeconds: LONGEST_RUN_S,
      retentionSeconds: KEEP_WAITING_S,
      deleteAfterSeconds: KEEP_DONE_S,
      deadLetter: LOST,
    })
  }

  async send(
    tx: Transaction,
    queue: string,
    { task, key, waitMs, id }: { task: number; key: string; waitMs: number; id: string },
  ): Promise<void> {
    const startAfter = waitMs > 0 ? { startAfter: Math.ceil(waitMs / 1000) } : {}
    const sent = await this.#boss.send(queue, { task }, { db: tx, singletonKey: key, id, ...startAfter })
    if (sent === null) throw new Error(`the queue did not take task ${task}`)
  }

  /**
   * pg-boss reads a queue's settings once. Before a transaction it uses the connection that the transaction gets
   * afterwards, and not one more.
   */
  async know(queue: string): Promise<void> {
    if (this.#known.has(queue)) return
    await this.#boss.findJobs(queue, { id: NO_JOB })
    this.#known.add(queue)
  }

  async fetch(
    tx: Transaction,
    queue: string,
  ): Promise<{ id: string; retryCount: number; task: number } | null> {
    const [job] = await this.#boss.fetch<{ task: number }>(queue, { db: tx, includeMetadata: true })
    return job === undefined ? null : { id: job.id, retryCount: job.retryCount, task: job.data.task }
  }

  /** Ids of the jobs whose fencing tokens are still valid. */
  async touch(fences: readonly Fence[]): Promise<readonly string[]> {
    const queues = new Set(fences.map(({ queue }) => queue))
    const kept: string[] = []
    for (const queue of queues) {
      const jobs = fences.filter((fence) => fence.queue === queue).map(attemptOf)
      kept.push(...settledIn(await this.#boss.touch(queue, jobs)))
    }
    return kept
  }

  async complete(tx: Transaction, fence: Fence): Promise<boolean> {
    const told = await this.#boss.complete(fence.queue, attemptOf(fence), null, { db: tx })
    return settledIn(told).includes(fence.runId)
  }

  async delete(tx: Transaction, queue: string, id: string): Promise<void> {
    await this.#boss.deleteJob(queue, id, { db: tx })
  }

  /** Finds jobs that were not renewed for a lease. */
  async supervise(): Promise<void> {
    await this.#boss.supervise(undefined, { reindex: false })
  }

  /** J2. */
  async takeLost(tx: Transaction): Promise<LostJob | null> {
    const [job] = await this.#boss.fetch(LOST, { db: tx, includeMetadata: true })
    if (job === undefined) return null
    return { id: job.id, retryCount: job.retryCount, runId: String(job.sourceId) }
  }

  async endLost(tx: Transaction, { id, retryCount }: LostJob): Promise<void> {
    await this.#boss.complete(LOST, { id, retryCount }, null, { db: tx })
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false })
  }
}

/** The types of pg-boss omit the answer: the ids of the jobs that match their fencing tokens. */
function settledIn(told: object): readonly string[] {
  const ids = 'settled' in told ? told.settled : null
  if (!Array.isArray(ids)) throw new Error('pg-boss does not say what it did')
  return ids.map(String)
}

const attemptOf = ({ runId, retryCount }: Fence): { id: string; retryCount: number } => ({
  id: runId,
  retryCount,
})

async function openBoss(db: Database, options: Pick<ConstructorOptions, 'migrate'>): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    db: { executeSql: (text, values) => db.executeSql(text, values) },
    schema: jobsSchema(db.address.schema),
    supervise: false,
    schedule: false,
    reindex: false,
    monitorIntervalSeconds: 1,
    queueCacheIntervalSeconds: 3600,
    ...options,
  })
  // Every call reports its own errors.
  boss.on('error', () => undefined)
  return boss
}
