/** Telemetry of the real command, read by Rotel, an OpenTelemetry collector. `npm ci --prefix tests/collector` installs it. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { testProject, until, type TestProject } from './running-mayday.ts'

const program = fileURLToPath(
  new URL('collector/node_modules/@streamfold/rotel-linux-x64/bin/rotel-agent', import.meta.url),
)
const sample = fileURLToPath(new URL('../examples/runs/claude-usage-limit.jsonl', import.meta.url))

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

type Collector = AsyncDisposable & { readonly url: string; readonly printed: () => string }

/** It prints what it receives. */
async function startCollector(project: TestProject): Promise<Collector> {
  const [http, grpc] = [await freePort(), await freePort()]
  const places = ['--otlp-http-endpoint', `127.0.0.1:${http}`, '--otlp-grpc-endpoint', `127.0.0.1:${grpc}`]
  const files = ['--pid-file', project.file('pid'), '--log-file', project.file('collector.log')]
  const shown = ['--debug-log', 'traces', '--debug-log', 'metrics', '--debug-log-verbosity', 'detailed']
  const args = ['start', '--exporter', 'blackhole', ...places, ...files, ...shown]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const ended = new Promise((resolve) => child.on('close', resolve))
  await until('the collector to start', () => printed.includes('Starting Rotel'))
  return {
    url: `http://127.0.0.1:${http}`,
    printed: () => printed,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The lines from one heading to the next. */
const part = (text: string, from: string, to: RegExp): string => {
  const rest = text.slice(text.indexOf(from) + from.length)
  return rest.slice(0, to.exec(rest)?.index)
}

test.skipIf(!existsSync(program))('a real collector reads every span and number', async () => {
  await using project = await testProject()
  await using collector = await startCollector(project)
  const { stderr } = await project.mayday(['run', '--', 'sh', '-c', `cat ${sample}; exit 1`], {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  })
  expect(stderr).toBe('')
  const all = await until('spans and metrics', () => {
    const text = collector.printed()
    return /Span #2[^]*Attributes:/.test(text) && text.includes('mayday.tokens') && text
  })
  const attempt = part(all, 'invoke_agent claude', /^Span #/m)
  expect(attempt).toContain('error.type: Str(USAGE_LIMIT)')
  expect(attempt).toContain('mayday.tokens: Int(9731)')
  expect(attempt).toContain('STATUS_CODE_ERROR')
  const values = ['mayday.runs', 'mayday.cost', 'mayday.tokens'].map(
    (name) => /^Value: (.*)$/m.exec(part(all, `Name: ${name}\n`, /^Metric #/m))?.[1],
  )
  expect(values).toEqual(['1', '0.0412', '9731'])
})
