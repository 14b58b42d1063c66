/**
 * Random sequences of what people, workers, machines and clocks do to a queue, held against a small model after every
 * step.
 */
import { describe, expect, it } from 'vitest'
import { randomFrom } from '../random-from.ts'
import { openTasks } from '../scheduler-model.ts'
import { Rig } from '../scheduler-rig.ts'
import { seed, sized } from './size.ts'
import { Story } from '../scheduler-story.ts'

const SEQUENCES = sized(120)

describe(`random sequences, seed ${seed}`, () => {
  const random = randomFrom(seed)
  it.each(Array.from({ length: SEQUENCES }, () => Math.floor(random() * 2 ** 31)))(
    'the queue is never stuck (%i)',
    async (start) => {
      await using rig = await Rig.open()
      await new Story(rig, randomFrom(start)).tell()
      expect(openTasks(rig)).toEqual([])
      expect([rig.store.locks(), rig.store.unfinished()]).toEqual([[], []])
    },
  )
})
