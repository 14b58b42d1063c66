/**
 * Connections to Postgres, with a timeout on every wait.
 *
 * D1 No call waits forever: connections, statements and idle transactions have timeouts, so a frozen process cannot
 * keep row locks. D2 No message shows the password of the address. D3 Transactions leave one connection free: pg-boss
 * may ask for a queue on another one while a transaction waits for it. D4 Statements are prepared once on each
 * connection, so their texts are constant. Those of a transaction that are not awaited one by one are sent together, and
 * Postgres executes them in their order.
 */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { MaydayError } from '../../errors.ts'
import { shownAddress, withoutPassword, type Address } from './address.ts'
import { listen } from './listening.ts'

export type Values = readonly unknown[]
export type Row = Readonly<Record<string, unknown>>

/** `executeSql` is the interface that pg-boss expects. */
export type Transaction = {
  readonly query: (text: string, values?: Values) => Promise<readonly Row[]>
  readonly executeSql: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>
}

/** A busy server needs seconds for a new connection. */
const CONNECT_MS = 5000
const MOST_CONNECTIONS = 4
const STATEMENT_MS = 5000
/** Longer than a node waits between two renewals, so that it does not connect for each of them. */
const KEPT_IDLE_MS = 60_000

/** D1. */
const SESSION = [
  `statement_timeout=${STATEMENT_MS}`,
  `idle_in_transaction_session_timeout=${STATEMENT_MS}`,
  'tcp_keepalives_idle=5',
  'tcp_keepalives_interval=2',
  'tcp_keepalives_count=3',
  'timezone=UTC',
  // D4. No statement gains from a plan for its values.
  'plan_cache_mode=force_generic_plan',
]

export class FleetUnreachableError extends MaydayError {
  constructor(address: Address, cause: unknown) {
    super(
      'FLEET_UNREACHABLE',
      `The fleet's database ${shownAddress(address)} does not answer: ${wordsOf(cause, address)} Check that it runs and that this machine may connect. Nothing was changed.`,
      { cause },
    )
  }
}

/** Of the connection's encryption: the server is not the one that the address means, or cannot prove it. */
const UNTRUSTED = /^(?:SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|CERT_|ERR_TLS_|ERR_SSL_)/

const isUntrusted = (error: unknown): boolean =>
  UNTRUSTED.test(codeIn(error)) || (error instanceof Error && /does not support SSL/.test(error.message))

/** Nothing was sent: the password stays secret. */
class FleetUntrustedError extends FleetUnreachableError {
  constructor(address: Address, cause: unknown) {
    super(address, cause)
    this.message = `The fleet's database ${shownAddress(address)} is not trusted: ${wordsOf(cause, address)} Name the certificate of the authority that signed its own: ?sslmode=verify-full&sslrootcert=/path/ca.crt. The host in the address must be a name in it. Nothing was sent.`
  }
}

/** The server's answer to a user without the right. */
const FORBIDDEN = '42501'

const forbidden = (address: Address, cause: unknown): MaydayError =>
  new MaydayError(
    'FLEET_FORBIDDEN',
    `The fleet's database ${shownAddress(address)} refused: ${wordsOf(cause, address)} \`mayday fleet init\` needs a user that may create schemas in the database (grant create on database …), or somebody who executes what \`mayday fleet init --sql\` prints. Nodes and commands need the grants of docs/fleet.md#security. Nothing was changed.`,
    { cause },
  )

/** D2. */
function wordsOf(cause: unknown, address: Address): string {
  const said = cause instanceof Error && cause.message !== '' ? cause.message : codeIn(cause)
  const shown = withoutPassword(said === '' ? 'no answer' : said, address)
  return /[.!?]$/.test(shown) ? shown : `${shown}.`
}

export const codeIn = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** Error codes with which the server itself reports that it is down. A missing answer proves nothing. */
const DOWN: ReadonlySet<string> = new Set(['ECONNREFUSED', '57P01', '57P03'])

export const provesDown = (error: unknown): boolean => DOWN.has(codeIn(causeOf(error)))

const causeOf = (error: unknown): unknown => (error instanceof FleetUnreachableError ? error.cause : error)

/**
 * Of the connection or of the moment, not of a statement: connections that break or are refused, timeouts, deadlocks, a
 * server without resources, a prepared statement whose tables were just migrated. Another try may succeed.
 */
const UNREACHABLE = /^(?:E[A-Z]+|0A000|08\w{3}|57P0\d|57014|25P03|28\w{3}|3D000|40001|40P01|53\w{3}|55P03)$/

const unreachable = (address: Address, error: unknown): FleetUnreachableError =>
  isUntrusted(error) ? new FleetUntrustedError(address, error) : new FleetUnreachableError(address, error)

/** D4. Names by texts: those of Mayday, and those of pg-boss. */
const ownNames = new Map<string, string>()
const queueNames = new Map<string, string>()
/**
 * pg-boss has texts for each queue: a connection does not keep the plans of all of them. They are counted apart, so that
 * they leave all of Mayday's own statements prepared.
 */
const MOST_OF_QUEUES = 200

/** A text without values may be several statements, which cannot be prepared. */
function prepared(text: string, values: Values | undefined, isOfQueue = false): pg.QueryConfig {
  if (values === undefined) return { text }
  const names = isOfQueue ? queueNames : ownNames
  const name = names.get(text) ?? createHash('sha1').update(text).digest('base64url')
  if (!isOfQueue || names.size < MOST_OF_QUEUES) names.set(text, name)
  return names.has(text) ? { name, text, values: [...values] } : { text, values: [...values] }
}

export class Database {
  readonly address: Address
  readonly #pool: pg.Pool
  readonly #config: pg.ClientConfig
  readonly #clients: typeof pg
  #free = MOST_CONNECTIONS - 1
  readonly #waiting: (() => void)[] = []

  private constructor(address: Address, clients: typeof pg, who: string) {
    this.address = address
    this.#clients = clients
    this.#config = {
      connectionString: address.url,
      keepAlive: true,
      pipeline: true,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: STATEMENT_MS + 1000,
      options: [...SESSION, `search_path=${address.schema}`].map((one) => `-c ${one}`).join(' '),
      application_name: `mayday ${who}`,
    }
    const kept = { idleTimeoutMillis: KEPT_IDLE_MS, allowExitOnIdle: true }
    this.#pool = new clients.Pool({ ...this.#config, max: MOST_CONNECTIONS, ...kept })
    // The next call on the broken connection reports the error.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  static async open(address: Address, who: string): Promise<Database> {
    const { default: clients } = await import('pg')
    return new Database(address, clients, who)
  }

  async query(text: string, values?: Values): Promise<readonly Row[]> {
    return (await this.#ask(prepared(text, values))).rows
  }

  /** The unchanged answer of pg: several statements in one text give several results. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: Row[] }> {
    // pg-boss gives no values as an empty list, also with several statements.
    return this.#ask(prepared(text, values?.length === 0 ? undefined : values, true))
  }

  async #ask(statement: pg.QueryConfig): Promise<{ rows: Row[] }> {
    try {
      return await this.#pool.query<Row>(statement)
    } catch (error) {
      throw this.#explain(error)
    }
  }

  /** A returned null rolls the transaction back. */
  async transaction<T>(work: (tx: Transaction) => Promise<T | null>): Promise<T | null> {
    await this.#enter()
    try {
      return await this.#transact(work)
    } finally {
      this.#leave()
    }
  }

  /** D3. */
  async #enter(): Promise<void> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  #leave(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#free += 1
    else next()
  }

  async #transact<T>(work: (tx: Transaction) => Promise<T | null>): Promise<T | null> {
    const client = await this.#connect()
    try {
      await client.query('begin')
      const result = await work({
        query: async (text, values) => (await client.query<Row>(prepared(text, values))).rows,
        executeSql: async (text, values = []) => client.query<Row>(prepared(text, values, true)),
      })
      await client.query(result === null ? 'rollback' : 'commit')
      client.release()
      return result
    } catch (error) {
      client.release(true)
      throw this.#explain(error)
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      throw unreachable(this.address, error)
    }
  }

  #explain(error: unknown): unknown {
    if (codeIn(error) === FORBIDDEN) return forbidden(this.address, error)
    const isOurs = error instanceof MaydayError
    const isLost =
      UNREACHABLE.test(codeIn(error)) ||
      isUntrusted(error) ||
      (error instanceof Error && /timeout|Connection terminated|ended by|not queryable/i.test(error.message))
    return !isOurs && isLost ? unreachable(this.address, error) : error
  }

  /** Calls back on every notification, while `isWanted` says so. */
  listen(channel: string, wake: () => void, isWanted: () => Promise<boolean>): Disposable {
    return listen({ channel, wake, isWanted, newClient: () => new this.#clients.Client(this.#config) })
  }

  async close(): Promise<void> {
    await this.#pool.end().catch(() => undefined)
  }
}
