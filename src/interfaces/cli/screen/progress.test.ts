import { expect, test } from 'vitest'
import { startProgress } from './progress.ts'

type Watched = { readonly drawn: string[]; ms: number }

/** A live line that records what was drawn, and a clock that the test moves. */
function watched(): Watched & {
  readonly live: object
  readonly start: () => ReturnType<typeof startProgress>
} {
  const it: Watched = { drawn: [], ms: 0 }
  const live = {
    draw: (text: string) => void it.drawn.push(text),
    above: () => undefined,
    clear: () => void it.drawn.push('cleared'),
  }
  return Object.assign(it, {
    live,
    start: () => startProgress('judging runs', { live, columns: 80 }, () => it.ms),
  })
}

test('short work draws nothing', () => {
  const it = watched()
  {
    using progress = it.start()
    for (const ms of [0, 500, 1999]) {
      it.ms = ms
      progress.at(ms, 2000)
    }
  }
  expect(it.drawn).toEqual([])
})

test('long work draws a bar and clears it', () => {
  const it = watched()
  {
    using progress = it.start()
    it.ms = 4000
    progress.at(100, 400)
    it.ms = 4010
    progress.at(101, 400)
    it.ms = 8000
    progress.at(200, 400)
  }
  expect(it.drawn).toEqual([
    'judging runs  █████                100 of 400 · 12 s left',
    'judging runs  ██████████           200 of 400 · 8.0 s left',
    'cleared',
  ])
})

test('an unknown total shows the count', () => {
  const it = watched()
  using progress = it.start()
  it.ms = 3000
  progress.at(7, null)
  expect(it.drawn).toEqual(['judging runs  7'])
})

test('nothing is drawn without a terminal', () => {
  using progress = startProgress('judging runs', { live: null, columns: 80 }, () => 9000)
  expect(() => progress.at(1, 2)).not.toThrow()
})
