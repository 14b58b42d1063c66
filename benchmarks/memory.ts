/** What the lessons of a large project cost between two attempts. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lessonsFor } from '../src/memory/lessons-for.ts'
import { buildPrompt } from '../src/memory/prompt.ts'
import { writeFailureContext } from '../src/memory/write-failure-context.ts'
import type { LessonRecord } from '../src/record/task-story.ts'
import { measure } from './measure.ts'
import type { Row } from './table.ts'

const PHASES = 50
const PER_PHASE = 100
const TURNS = 11

const lessons: readonly LessonRecord[] = Array.from({ length: PHASES * PER_PHASE }, (_, at) => ({
  number: at + 1,
  runId: `run-${at}`,
  run: at + 1,
  task: at % 400,
  phase: `${1 + (at % PHASES)}-01`,
  at: new Date(1_760_000_000_000 + at * 60_000).toISOString(),
  error: `AssertionError: expected 200 but got 404 in request ${at} of the login form`,
  attempted:
    'I moved the check into the middleware and ran the suite again. Then verify `npm test` ended in TESTS_FAILED.',
  files: ['src/login.ts', `tests/login-${at % 7}.test.ts`],
  context: `worker.log:${at}: 1 failed, 41 passed\nfailing: tests/login-${at % 7}.test.ts`,
  fingerprint: `print-${at % 60}`,
  reason: 'TESTS_FAILED',
  clearedAt: null,
  helped: null,
}))

const middle = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

export async function memoryRows(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mayday-bench-'))
  const path = join(folder, 'AGENTS.md')
  const times = { render: [] as number[], prompt: [] as number[], awk: [] as number[] }
  try {
    for (let turn = 0; turn <= TURNS; turn += 1) {
      const before = performance.now()
      writeFailureContext(path, () => lessons.slice(0, lessons.length - (turn % 2)))
      const rendered = performance.now()
      const concerned = lessonsFor(lessons, { task: 12, phase: '12-01' })
      const task = { task: 12, prompt: 'Fix the login test.' }
      buildPrompt({
        task,
        attempt: 2,
        budgetLeft: null,
        lessons: concerned,
        previous: [],
        differs: null,
        saved: null,
        handoff: null,
      })
      times.render.push(rendered - before)
      times.prompt.push(performance.now() - rendered)
      const awk = await measure('awk', ['/^### Phase 12:/{on=1;next} /^### /{on=0} on', path])
      times.awk.push(awk.ms)
    }
    const [render, prompt, awk] = [
      middle(times.render.slice(1)),
      middle(times.prompt.slice(1)),
      middle(times.awk.slice(1)),
    ]
    return [
      {
        what: `(f) write ${PER_PHASE} lessons in each of ${PHASES} phases, and build a prompt from one`,
        ours: `${render.toFixed(0)} ms + ${prompt.toFixed(1)} ms`,
        beside: `awk reads one phase ${awk.toFixed(0)} ms`,
        ratio: `${(prompt / awk).toFixed(2)} x for the prompt`,
        goal: '',
      },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}
