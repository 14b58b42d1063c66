import { expect, test } from 'vitest'
import type { Reading } from '../signals/signal.ts'
import { GoodLog, GoodRuns } from '../signals/good-log.ts'
import { KnownShapes } from '../signals/known-shapes.ts'
import { SignalReader } from '../../tests/knowing-agents.ts'
import { diagnose } from './diagnose.ts'
import type { Diagnosis } from './diagnosis.ts'
import { newLinesOf } from './new-lines.ts'

const WARNING = 'Error: connect ECONNREFUSED 10.0.0.7:9200'

function goodRuns(text: string): GoodRuns {
  const shapes = new KnownShapes()
  const log = new GoodLog(shapes)
  log.push(Buffer.from(text))
  log.end()
  return new GoodRuns(shapes, 'good.log')
}

function read(text: string, good: string | null): Reading {
  const reader = new SignalReader({ good: good === null ? null : goodRuns(good) })
  reader.push(Buffer.from(text))
  return reader.end(1)
}

const verdict = (text: string, good: string | null, exitCode: number | null = 1): Diagnosis =>
  diagnose({ ...read(text, good), exitCode })

const linesOf = ({ evidence }: Diagnosis): readonly (number | undefined)[] =>
  evidence.map(({ at }) => at?.line)

test('text that a good run contains is no reason', () => {
  const red = `Start\n${WARNING}\nchecksum of the manifest differs\nStop\n`
  const green = `Start\n${WARNING.replace('7:9200', '9:9201')}\nStop\n`
  expect(verdict(red, null)).toMatchObject({ reason: 'SETUP_FAILED' })
  const found = verdict(red, green)
  expect(found).toMatchObject({ reason: 'UNKNOWN', confidence: 'low' })
  expect(linesOf(found)).toEqual([3])
  expect(found.evidence[0]?.newSince).toBe('good.log')
})

test('an old failure of a tool loses to a new one', () => {
  const old = 'npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree\n'
  const fresh = "src/a.ts(1,2): error TS2322: Type 'string' is not assignable to type 'number'.\n"
  const before = verdict(`${fresh}${old}`, null)
  const found = verdict(`${fresh}${old}`, old)
  expect(linesOf(before)).toEqual([3, 2])
  expect(linesOf(found)).toEqual([1])
  expect(found.alternatives[0]?.why).toContain('is also in a good run')
})

test('an old failure decides if nothing is new', () => {
  const old = 'npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree\n'
  const { reason } = verdict(old, null)
  expect(verdict(old, old)).toMatchObject({ reason, confidence: 'low' })
})

test('a comparison never turns a failure into a success', () => {
  const text = `${WARNING}\n`
  expect(verdict(text, text).reason).not.toBeNull()
  expect(verdict('Done\n', 'Begin\n', 0)).toMatchObject({ reason: null })
})

test('an undetermined output shows what is new first', () => {
  const found = verdict('Begin\nslot 7 is not ours\nBye\n', 'Begin\nBye\n', null)
  expect(found.rule).toBe('undetermined')
  expect(linesOf(found)).toEqual([2])
})

test('both ends of the last new block are shown', () => {
  const known = 'Task one done\nTask two done\n'
  const block =
    'e: Visibility is unresolved\nFAILURE: Build failed with an exception.\nask the docs\nmore\nBUILD FAILED in 1s\n'
  const lines = newLinesOf(read(`${known}${block}`, known).signals).map(({ at }) => at?.line)
  expect(lines).toEqual([4, 7, 5, 6, 3])
})

test('a step of a CI log is compared without its prefix', () => {
  const at = (second: number, text: string): string =>
    `2026-02-01T10:00:${String(second).padStart(2, '0')}.1234567Z ${text}`
  const log = (lines: readonly string[], start: number): string =>
    lines.map((line, index) => at(start + index, line)).join('\n')
  const head = ['##[group]Run ./deploy', './deploy', '##[endgroup]', WARNING]
  const green = log([...head, 'Deployed', 'Post job cleanup.', 'Cleaning up orphan processes'], 0)
  const red = log([...head, 'slot 7 is not ours', '##[error]Process completed with exit code 3.'], 20)
  const found = verdict(red, green, null)
  expect(found).toMatchObject({ reason: 'UNKNOWN' })
  expect(linesOf(found)).toEqual([5])
})
