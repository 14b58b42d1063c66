import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { stopCauses, type Ending } from '../reasons/ending.ts'
import { exampleIntent, exampleResult } from '../../tests/examples/records.ts'
import { Store } from './store.ts'

/** The compiler requires every kind. */
const endings: { readonly [Kind in Ending['kind']]: fc.Arbitrary<Extract<Ending, { kind: Kind }>> } = {
  'never-started': fc.constant({ kind: 'never-started' }),
  stopped: fc.constantFrom(...stopCauses).map((by) => ({ kind: 'stopped', by })),
  signal: fc.constantFrom('SIGKILL', 'SIGSEGV', 'SIG64').map((signal) => ({ kind: 'signal', signal })),
  lost: fc.constant({ kind: 'lost' }),
  exit: fc.integer({ min: 0, max: 255 }).map((code) => ({ kind: 'exit', code })),
  unknown: fc.constant({ kind: 'unknown' }),
}

function readBack(store: Store, ending: Ending): Ending | null | undefined {
  const intent = exampleIntent()
  const numbers = store.begin(intent)
  store.finish(exampleResult(intent, numbers, { ending }))
  return store.find(numbers.run)?.ending
}

test('every ending reads back as it was written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mayday-test-'))
  const store = Store.open(join(folder, 'record'))
  try {
    for (const by of stopCauses)
      expect(readBack(store, { kind: 'stopped', by })).toEqual({ kind: 'stopped', by })
    fc.assert(
      fc.property(fc.oneof(...Object.values(endings)), (ending) => {
        expect(readBack(store, ending)).toEqual(ending)
      }),
    )
  } finally {
    store.close()
    rmSync(folder, { recursive: true })
  }
})
