/**
 * Many short runs over many cards, with workers that end in every way and a scheduler that is killed again and again. At
 * the end nothing is stuck, and everything is told.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readCard } from '../../src/cards/read-card.ts'
import { setConcurrency } from '../../src/scheduling/limits.ts'
import type { TaskRecord } from '../../src/record/task.ts'
import { randomFrom } from '../random-from.ts'
import { findBreaches, type CardModel, type End, type Expected } from '../scheduler-model.ts'
import { seed, sized } from './size.ts'
import { Rig } from '../scheduler-rig.ts'

const RUNS = sized(2000)
const CARDS = Math.max(40, sized(100))
const KILLS = sized(50)
const worker = fileURLToPath(new URL('../agents/has-a-fate.pl', import.meta.url))

/** Longer than everything together takes on a slow machine. */
const PATIENCE_MS = 3_000_000
const LOOK_EVERY_MS = 100
/** Backoffs and gates pass in moments. */
const STEP_MS = 20_000

const paths = Array.from(
  { length: CARDS },
  (_, at) => `project/phase-${at % 7}-x/in-progress/${at % 7}.${at}-card.md`,
)

/** What a person does who wants every card to be done again and again. */
function enqueueIdle(rig: Rig): void {
  const { store } = rig
  const open = new Set(store.queued(['queued', 'deferred', 'waiting', 'running']).map(({ card }) => card))
  for (const [at, path] of paths.entries())
    if (!open.has(path))
      rig.enqueue(path, at % 3 === 0 ? 'review' : 'implement', ['perl', worker, String(seed), String(at)])
}

/** What nobody knows the end of is opened by a person. */
function openGates({ store }: Rig): void {
  for (const { key, until } of store.gates()) if (until === null) store.openGate(key)
}

const isOpen = ({ store }: Rig): readonly TaskRecord[] =>
  store.queued(['queued', 'deferred', 'waiting', 'running'])

async function soak(rig: Rig): Promise<number> {
  const random = randomFrom(seed)
  const killAt = Array.from({ length: KILLS }, () => Math.floor(random() * RUNS)).toSorted((a, b) => a - b)
  const end = performance.now() + PATIENCE_MS
  let kills = 0
  rig.start()
  for (;;) {
    const runs = rig.store.tasks({}).reduce((sum, { task }) => sum + rig.store.runsOf(task).length, 0)
    if (runs < RUNS) enqueueIdle(rig)
    else if (kills === KILLS && isOpen(rig).length === 0) return runs
    if (kills < KILLS && runs >= (killAt[kills] ?? 0)) {
      await pause(Math.round(random() * LOOK_EVERY_MS))
      await rig.kill()
      kills += 1
    }
    if (!rig.isScheduling) rig.start()
    openGates(rig)
    rig.moveClock(STEP_MS)
    await pause(LOOK_EVERY_MS)
    if (performance.now() > end)
      throw new Error(`stuck after ${runs} runs: ${JSON.stringify(isOpen(rig), null, 1)}`)
  }
}

const modelOf = (rig: Rig, path: string): CardModel => ({
  path,
  isParallel: true,
  task: rig.store.tasks({}).find(({ card }) => card === path)?.task ?? null,
  isBroken: false,
  own: readFileSync(join(rig.root, path), 'utf8'),
  said: null,
  dropped: new Set(),
})

it(
  `nothing is stuck after ${RUNS} runs and ${KILLS} kills, seed ${seed}`,
  async () => {
    await using rig = await Rig.open(Object.fromEntries(paths.map((path) => [path, true])))
    setConcurrency(4, rig)
    const runs = await soak(rig)
    expect(runs).toBeGreaterThanOrEqual(RUNS)
    const all = rig.store.history({ limit: runs + 1 })
    expect(
      all.filter(
        ({ endedAt, reason, status }) => endedAt === null || (status === 'failed' && reason === null),
      ),
    ).toEqual([])
    expect([rig.store.locks(), rig.store.unfinished(), rig.store.pendingCardEvents()]).toEqual([[], [], []])
    for (const path of paths)
      expect(readCard(join(rig.root, path)).agentStatus).toMatch(/^(?:succeeded|failed)$/)
    const ends: readonly End[] = ['succeeded', 'failed']
    const expected: Expected = new Map(all.map(({ runId }) => [runId, ends]))
    expect(
      findBreaches(
        rig,
        paths.map((path) => modelOf(rig, path)),
        expected,
      ),
    ).toEqual([])
  },
  PATIENCE_MS,
)
