/**
 * Kills Mayday at random instants of a run and looks whether anything is lost.
 */
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { Store } from '../../src/record/store.ts'
import { openProcesses } from '../../src/supervision/processes/open-processes.ts'
import { randomFrom } from '../random-from.ts'
import { seed, sized } from './size.ts'
import { adopterOf, testProject, until } from '../running-mayday.ts'

const kills = sized(200)

const LINES = 400
const WORKER = `i=0; while [ $i -lt ${LINES} ]; do echo "line $i"; i=$((i + 1)); [ $((i % 40)) -eq 0 ] && sleep 0.02; done; exit 7`
const LOG = Array.from({ length: LINES }, (_, i) => `line ${i}\n`).join('')

/** From before the first file to after the last. */
const LONGEST_MS = 900

describe(`${kills} random kills, seed ${seed}`, () => {
  const random = randomFrom(seed)
  it.each(Array.from({ length: kills }, () => Math.round(random() * LONGEST_MS)))(
    'nothing is lost after %d ms',
    async (afterMs) => {
      await using project = await testProject()
      const going = project.start(['run', '--verify', 'echo verified', '--', 'sh', '-c', WORKER])
      await pause(afterMs)
      going.child.kill('SIGKILL')
      await going.finished
      await project.mayday(['history'])
      const isOver = (): boolean =>
        adopterOf(project.path) === null && project.folders().every((one) => project.result(one) !== null)
      await until('every run to end', isOver)
      await project.mayday(['history'])
      if (!existsSync(project.inRecord('mayday.db'))) return
      const store = Store.open(project.record)
      const runs = store.history({ limit: 10 })
      expect([store.integrity(), store.unfinished()]).toEqual([[], []])
      store.close()
      expect(runs.map(({ logPath }) => project.inRecord(logPath))).toEqual(project.folders())
      const started = project.log() !== ''
      expect(project.log()).toBe(
        started ? `${LOG}${project.log().endsWith('verified\n') ? 'verified\n' : ''}` : '',
      )
      expect(runs.map(({ exitCode }) => exitCode)).toEqual(runs.map(() => (started ? 7 : null)))
      for (const { runId } of runs) expect(openProcesses().tagged(runId)).toEqual([])
    },
  )
})
