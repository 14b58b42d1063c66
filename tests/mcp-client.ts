/** A small MCP client: starts the real server and speaks JSON-RPC with it over pipes. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'

const bin = fileURLToPath(new URL('../bin/mayday.cjs', import.meta.url))

const answerSchema = v.object({
  jsonrpc: v.literal('2.0'),
  id: v.nullable(v.union([v.string(), v.number()])),
  result: v.optional(v.record(v.string(), v.unknown())),
  error: v.optional(v.object({ code: v.number(), message: v.string() })),
})

export type Answer = v.InferOutput<typeof answerSchema>

const toolSchema = v.object({
  content: v.tuple([v.object({ type: v.literal('text'), text: v.string() })]),
  isError: v.boolean(),
})

const contentsSchema = v.object({ contents: v.tuple([v.object({ uri: v.string(), text: v.string() })]) })

export class McpClient implements AsyncDisposable {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number | string | null, (answer: Answer) => void>()
  readonly #exited: Promise<unknown[]>
  #last = 0

  constructor(cwd: string, env: Record<string, string> = {}) {
    this.#child = spawn(process.execPath, [bin, 'mcp'], {
      cwd,
      env: { ...process.env, NO_COLOR: '1', XDG_CONFIG_HOME: '/nonexistent', ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#exited = once(this.#child, 'close')
    if (this.#child.stdout === null) throw new Error('no output')
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#receive(line))
  }

  /** A client that has finished the handshake. */
  static async connect(cwd: string, env: Record<string, string> = {}): Promise<McpClient> {
    const client = new McpClient(cwd, env)
    await client.initialize('2025-11-25')
    return client
  }

  async initialize(protocolVersion: string): Promise<Answer> {
    const clientInfo = { name: 'test', version: '1' }
    const answer = await this.ask('initialize', { protocolVersion, capabilities: {}, clientInfo })
    this.write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }))
    return answer
  }

  ask(method: string, params: object = {}): Promise<Answer> {
    this.#last += 1
    const id = this.#last
    const answered = this.answerTo(id)
    this.write(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    return answered
  }

  answerTo(id: number | string | null): Promise<Answer> {
    return new Promise((resolve) => this.#waiting.set(id, resolve))
  }

  write(line: string): void {
    this.#child.stdin?.write(`${line}\n`)
  }

  async call(
    name: string,
    given: object = {},
  ): Promise<{ readonly text: string; readonly isError: boolean }> {
    const { result, error } = await this.ask('tools/call', { name, arguments: given })
    if (error !== undefined) throw new Error(`${error.code} ${error.message}`)
    const { content, isError } = v.parse(toolSchema, result)
    return { text: content[0].text, isError }
  }

  async read(uri: string): Promise<string> {
    const { result, error } = await this.ask('resources/read', { uri })
    if (error !== undefined) throw new Error(`${error.code} ${error.message}`)
    return v.parse(contentsSchema, result).contents[0].text
  }

  /** Closes the input, and returns the exit code. */
  async end(): Promise<unknown> {
    this.#child.stdin?.end()
    const [code] = await this.#exited
    return code
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end()
  }

  #receive(line: string): void {
    const answer = v.parse(answerSchema, JSON.parse(line))
    this.#waiting.get(answer.id)?.(answer)
    this.#waiting.delete(answer.id)
  }
}
