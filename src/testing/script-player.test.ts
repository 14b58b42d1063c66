import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { UnansweredRequest } from './model-request.ts'
import { playScript } from './script-player.ts'
import { repeat, say, thenAlways, type Step, type Turn } from './script.ts'

const request: UnansweredRequest = {
  number: 1,
  at: '2026-01-01T00:00:00.000Z',
  api: 'chat',
  method: 'POST',
  path: '/v1/chat/completions',
  headers: {},
  body: {},
  model: 'm',
  isStreaming: false,
  prompt: 'Do it',
  prompts: ['Do it'],
  system: '',
  tools: [],
  toolResults: [],
  conversation: 'a',
}

const LENGTH = 30

/** The reference implementation: every repetition written out, up to a number of turns. */
function* written(steps: readonly Step[]): Generator<Turn> {
  for (const step of steps) {
    if (step.kind === 'repeat') for (let n = 0; n < step.times; n += 1) yield* written(step.steps)
    else if (step.kind === 'always') {
      const once = [...written(step.steps).take(LENGTH)]
      while (once.length > 0) yield* once.length < LENGTH ? once : written(step.steps)
    } else yield step
  }
}

const { steps } = fc.letrec<{ step: Step; steps: Step[] }>((tie) => ({
  step: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.integer({ min: 0, max: 99 }).map((n) => say(String(n))),
    fc.tuple(fc.nat(3), tie('steps')).map(([times, inner]) => repeat(times, ...inner)),
    tie('steps').map((inner) => thenAlways(...inner)),
  ),
  steps: fc.array(tie('step'), { maxLength: 3 }),
}))

it('a script equals its repetitions written out', () => {
  fc.assert(
    fc.property(steps, (script) => {
      const turns = [...written(script).take(LENGTH)]
      const next = playScript(script)
      const played = Array.from({ length: turns.length }, () => next(request))
      expect(played).toEqual(turns)
    }),
  )
})

it('two conversations have independent turns', () => {
  const next = playScript([say('1'), say('2'), say('3')])
  const heard = ['a', 'b', 'a', 'a', 'b'].map((conversation) => next({ ...request, conversation }))
  expect(heard).toEqual([say('1'), say('1'), say('2'), say('3'), say('2')])
})
