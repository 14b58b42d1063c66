/** A killed session of Copilot CLI: its events contain no retried requests. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Explanation } from '../src/diagnosis/explain.ts'
import { testProject } from './running-mayday.ts'

const event = (type: string, data: object, second: number): string =>
  JSON.stringify({
    type,
    data,
    id: `e${second}`,
    timestamp: `2026-11-16T09:57:${second}.003Z`,
    parentId: null,
  })

const EVENTS = [
  event('session.start', { sessionId: '217554d8-c71f-4dd4-81a2-fc4c528edf46', selectedModel: 'gpt-4.1' }, 39),
  event('user.message', { content: 'What is 2+2?' }, 40),
  event('assistant.turn_start', { turnId: '0' }, 41),
]

const logLine = (second: number, status: number): string =>
  `2026-11-16T09:57:${second}.650Z [WARNING] [rust:model_events::producer] Model provider request failed ` +
  `{"stage":"inference","api_endpoint":"/chat/completions","http_status":${status},"failure_kind":"http_error"}`

const explained = async (log: string, more: readonly string[] = []): Promise<Explanation> => {
  await using project = await testProject()
  const session = project.file('.copilot/session-state/217554d8')
  const logs = project.file('.copilot/logs')
  for (const folder of [session, logs]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(session, 'events.jsonl'), `${[...EVENTS, ...more].join('\n')}\n`)
  writeFileSync(join(session, 'inuse.32676.lock'), '')
  writeFileSync(join(logs, 'process-1794823059196-32676.log'), `starts\n${log}\n`)
  writeFileSync(join(logs, 'process-1794823059999-11.log'), `${logLine(59, 401)}\n`)
  const { stdout } = await project.mayday(['explain', join(session, 'events.jsonl'), '--json'])
  const found: Explanation = JSON.parse(stdout)
  return found
}

test('the log of its process shows the limit', async () => {
  const found = await explained(logLine(42, 429))
  expect(found).toMatchObject({ reason: 'RATE_LIMITED', agent: 'copilot' })
  expect(found.evidence[0]).toMatchObject({ line: 2, byteOffset: 7, excerpt: logLine(42, 429) })
  expect(found.evidence[0]?.file).toMatch(/process-1794823059196-32676\.log$/)
})

test('a failure before the last event was recovered', async () => {
  expect((await explained(logLine(40, 429))).reason).toBe('UNKNOWN')
  const answer = event('assistant.message', { content: 'It is 4.', toolRequests: [] }, 45)
  expect((await explained(logLine(42, 429), [answer])).reason).not.toBe('RATE_LIMITED')
})
