/** Telemetry of the real command, read by a strict receiver and by promtool. */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { attributeOf, otlpReceiver } from './otlp-receiver.ts'
import { openRig } from './board-rig.ts'
import { testProject } from './running-mayday.ts'

const agent = (name: string): string => fileURLToPath(new URL(`agents/${name}`, import.meta.url))
const sample = fileURLToPath(new URL('../examples/runs/claude-usage-limit.jsonl', import.meta.url))

test('a run is a trace with an attempt and stages', async () => {
  await using project = await testProject()
  await using collector = await otlpReceiver()
  await project.mayday(['run', '--verify', 'true', '--', 'sh', '-c', `cat ${sample}; exit 1`], {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  })
  expect(collector.problems).toEqual([])
  const spans = collector.spans()
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1)
  const task = spans.find(({ name }) => name === 'task')
  const attempt = spans.find(({ name }) => name === 'invoke_agent claude')
  const stage = spans.find(({ name }) => name === 'agent_run')
  expect([attempt?.parentSpanId, stage?.parentSpanId]).toEqual([task?.spanId, attempt?.spanId])
  if (attempt === undefined) throw new Error('there is no attempt')
  expect(
    ['error.type', 'gen_ai.request.model', 'mayday.cost_usd', 'mayday.tokens', 'mayday.turns'].map((key) =>
      attributeOf(attempt, key),
    ),
  ).toEqual(['USAGE_LIMIT', 'claude-sonnet-4-5', '0.0412', '9731', '3'])
  expect(attempt.status.code).toBe(2)
  expect(new Set(collector.metricNames())).toEqual(
    new Set(['mayday.runs', 'mayday.run.duration', 'mayday.cost', 'mayday.tokens']),
  )
  // Each connection costs the run a millisecond.
  expect(collector.connections()).toBe(1)
})

test('a collector may close each connection after its answer', async () => {
  await using project = await testProject()
  await using collector = await otlpReceiver((response) => void response.end('{}'), { each: 1 })
  const { stderr } = await project.mayday(['run', '--', 'true'], {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  })
  expect([stderr, collector.requests(), collector.connections()]).toEqual(['', 2, 2])
  expect(collector.problems).toEqual([])
})

test('a refused message is counted, and the other one is not', async () => {
  await using project = await testProject()
  let answers = 0
  await using collector = await otlpReceiver((response) => {
    response.statusCode = (answers += 1) === 1 ? 503 : 200
    response.end('HTTP/1.1 is spoken here')
  })
  const { stderr } = await project.mayday(['run', '--', 'true'], {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  })
  expect(stderr).toBe('mayday: telemetry: 3 items were dropped: the collector answered 503\n')
})

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

test.skipIf(!hasOpenssl)('a collector with a certificate is told as well', async () => {
  await using project = await testProject()
  const [key, cert] = [project.file('key.pem'), project.file('cert.pem')]
  const asked = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=collector']
  spawnSync('openssl', [...asked, '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert])
  const files = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  await using collector = await otlpReceiver((response) => void response.end('{}'), { tls: files })
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  const unknown = await project.mayday(['run', '--', 'true'], variables)
  expect([unknown.stderr, collector.requests()]).toEqual([
    expect.stringContaining('the collector cannot be reached'),
    0,
  ])
  const { stderr } = await project.mayday(['run', '--', 'true'], { ...variables, NODE_EXTRA_CA_CERTS: cert })
  expect([stderr, collector.requests(), collector.problems]).toEqual(['', 2, []])
})

test('a task is one trace with its waits', async () => {
  await using project = await testProject()
  await using collector = await otlpReceiver()
  writeFileSync(project.file('mayday.yaml'), `telemetry: {endpoint: "${collector.url}"}\n`)
  const command = ['--agent', 'claude', '--no-expect-changes', '--', 'sh', agent('hits-a-limit.sh'), '2']
  await project.mayday(['add', 'One', ...command, '{prompt}'])
  expect((await project.mayday(['run', '--task', '1'])).code).toBe(0)
  expect(collector.problems).toEqual([])
  const spans = collector.spans()
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1)
  expect(spans.filter(({ name }) => name === 'wait')).toHaveLength(1)
  expect(spans.filter(({ name }) => name.startsWith('invoke_agent')).length).toBeGreaterThanOrEqual(2)
  expect(spans.filter(({ name }) => name === 'task')).toHaveLength(1)
  expect(collector.metricNames()).toEqual(expect.arrayContaining(['mayday.tasks', 'mayday.gates']))
})

test('a collector that is away changes nothing', async () => {
  await using project = await testProject()
  const { code, stderr } = await project.mayday(['run', '--', 'true'], {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
  })
  expect(code).toBe(0)
  expect(stderr).toMatch(/^mayday: telemetry: \d+ items were dropped: the collector cannot be reached\n$/)
})

test('a collector that hangs does not keep the command', async () => {
  await using project = await testProject()
  await using collector = await otlpReceiver(() => undefined)
  const { code, stderr } = await project.mayday(['run', '--', 'true'], {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  })
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/items were dropped: the collector did not answer\n$/),
  ])
})

test('nothing is sent where it is disabled', async () => {
  await using project = await testProject()
  await using collector = await otlpReceiver()
  await project.mayday(['run', '--', 'true'], {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SDK_DISABLED: 'true',
  })
  expect(collector.requests()).toBe(0)
})

test('an untrusted config sends nothing anywhere', async () => {
  await using project = await testProject()
  await using collector = await otlpReceiver()
  writeFileSync(project.file('mayday.yaml'), `telemetry: {endpoint: "${collector.url}"}\n`)
  const { code } = await project.mayday(['run', '--', 'true'], { MAYDAY_TRUST: '' })
  expect([code, collector.requests()]).toEqual([2, 0])
})

test('a secret in a summary is not sent', async () => {
  await using project = await testProject()
  await using collector = await otlpReceiver()
  const secret = 'Zx81LmQp0vTnKc52RdYw7uHbJe93SfGa'
  const script = 'echo "FAILURE_REASON: the key $MY_API_KEY"; echo "[MAYDAY_FAILURE:AGENT_GAVE_UP]"; exit 1'
  await project.mayday(['run', '--', 'sh', '-c', script], {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    MY_API_KEY: secret,
  })
  expect(collector.spans().length).toBeGreaterThan(0)
  expect(JSON.stringify(collector.spans())).not.toContain(secret)
})

const PROMTOOL = process.env['MAYDAY_PROMTOOL'] ?? 'promtool'
const hasPromtool = spawnSync(PROMTOOL, ['--version']).status === 0

test('the board gives its numbers to Prometheus', async () => {
  await using rig = await openRig()
  expect((await fetch(rig.url('/metrics'))).status).toBe(401)
  expect((await rig.ask('/metrics', { headers: { authorization: 'Bearer wrong' } })).status).toBe(401)
  expect((await rig.ask('/metrics', { method: 'POST' })).status).toBe(405)
  const { status, headers, json } = await rig.ask('/metrics')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  expect(json).toContain('# TYPE mayday_runs_total counter\nmayday_runs_total{status="succeeded"} 0\n')
  expect(json).toContain('mayday_tasks{status="queued"} 0\n')
})

test.skipIf(!hasPromtool)('promtool finds nothing wrong with the numbers', async () => {
  await using rig = await openRig()
  rig.context.store.closeGate({
    key: 'usage:claude:a"b\\c',
    reason: 'odd "reason" \\ with\nlines',
    until: null,
    source: 'test',
    zone: null,
    closedAt: new Date().toISOString(),
    probes: 0,
    canary: null,
    evidence: '',
  })
  const { json } = await rig.ask('/metrics')
  const child = spawn(PROMTOOL, ['check', 'metrics'], { stdio: ['pipe', 'pipe', 'pipe'] })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  child.stdin.end(String(json))
  expect([await ended, said]).toEqual([0, ''])
})
