/**
 * Damaged inputs never make Mayday throw anything but an error that it explains.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { editCard } from '../../src/cards/edit-card.ts'
import { parseCard } from '../../src/cards/read-card.ts'
import { exampleConfig } from '../../src/config/describe-config.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { diagnose } from '../../src/diagnosis/diagnose.ts'
import { MaydayError } from '../../src/errors.ts'
import { SignalReader } from '../../src/agents/signal-reader.ts'
import { mutate } from '../mutate.ts'
import { randomFrom } from '../random-from.ts'
import { seed, sized } from './size.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

/** What a function answered; an error that is explained is an answer too. */
function answerOf<T>(ask: () => T): T | MaydayError {
  try {
    return ask()
  } catch (error) {
    if (error instanceof MaydayError) return error
    throw error
  }
}

function verdictOn(bytes: Buffer, cut: number): unknown {
  const reader = new SignalReader({ now })
  for (let from = 0; from < bytes.length; from += cut) reader.push(bytes.subarray(from, from + cut))
  return diagnose(reader.end())
}

const now = new Date('2026-01-02T03:04:05Z')

const CARD = `---
owner: ada # the person
agent_flow: null
agent_status: idle
---
# Locks

## Acceptance Criteria
- [ ] it works

## History
- 2026-11-01: made
`

describe(`damaged inputs, seed ${seed}`, () => {
  test('an output gets one verdict, however it is cut', () => {
    const random = randomFrom(seed)
    const outputs = [here('../fixtures'), here('../../examples/runs')].flatMap(filesBelow)
    for (let round = sized(4000); round > 0; round -= 1) {
      const path = outputs[Math.floor(random() * outputs.length)] ?? ''
      const bytes = mutate(readFileSync(path).subarray(0, 60_000), random)
      const whole = { path, verdict: verdictOn(bytes, bytes.length + 1) }
      expect({ path, verdict: verdictOn(bytes, 1 + Math.floor(random() * 5000)) }).toEqual(whole)
    }
  })

  test('a config is read or refused with its line', () => {
    const random = randomFrom(seed + 1)
    const text = Buffer.from(exampleConfig())
    for (let round = sized(5000); round > 0; round -= 1) {
      const damaged = mutate(text, random).toString('utf8')
      const read = answerOf(() => readConfig([{ path: 'mayday.yaml', text: damaged }]))
      expect(read instanceof MaydayError ? read.message : 'mayday.yaml').toMatch(/mayday\.yaml/)
    }
  })

  test('a card is edited or refused, and nothing else', () => {
    const random = randomFrom(seed + 2)
    for (let round = sized(5000); round > 0; round -= 1) {
      const text = mutate(Buffer.from(CARD), random).toString('utf8')
      const card = answerOf(() => parseCard('card.md', text))
      if (card instanceof MaydayError) continue
      const edited = answerOf(() =>
        editCard(card, { status: 'queued', flow: 'implement', lines: ['- a line'] }),
      )
      const status = edited instanceof MaydayError ? 'queued' : parseCard('card.md', edited).agentStatus
      expect(status).toBe('queued')
    }
  })
})
