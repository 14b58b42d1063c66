import { describe, expect, it } from 'vitest'
import type { Activity } from '../signals/activity.ts'
import { Liveness, type CostlySigns } from './liveness.ts'

const quiet: CostlySigns = {
  waitsForTool: () => Promise.resolve(false),
  usesCpu: () => false,
  changesFiles: () => Promise.resolve(false),
}
const at = (pulse: number, inTool = false): Activity => ({
  pulse,
  inTool,
  turns: null,
  costUsd: null,
  doing: null,
  retrying: null,
  isClosed: false,
})

describe('liveness', () => {
  it('stalls an agent that makes no progress', async () => {
    const liveness = new Liveness(1000, quiet)
    liveness.see(at(0), 999)
    expect(await liveness.check()).toBe('alive')
    liveness.see(at(0), 1)
    expect(await liveness.check()).toBe('stalled')
  })

  it('counts from the last activity of the agent', async () => {
    const liveness = new Liveness(1000, quiet)
    liveness.see(at(0), 900)
    liveness.see(at(1), 900)
    expect(liveness.silentMs).toBe(0)
    liveness.see(at(1), 900)
    expect(await liveness.check()).toBe('alive')
  })

  it('waits for a tool that is still running', async () => {
    const liveness = new Liveness(1000, quiet)
    liveness.see(at(1, true), 0)
    liveness.see(at(1, true), 3_600_000)
    expect(await liveness.check()).toBe('alive')
  })

  it('ignores notices that repeat', async () => {
    const liveness = new Liveness(1000, quiet)
    for (const line of [
      'Retrying in 5 s (attempt 3 of 10)',
      'ping',
      'heartbeat 17',
      '529 overloaded, waiting',
    ]) {
      liveness.see(at(0), 300)
      liveness.seeText(`${line}\n`)
    }
    expect(await liveness.check()).toBe('stalled')
  })

  it('counts a new line of text as progress', async () => {
    const liveness = new Liveness(1000, quiet)
    liveness.see(at(0), 1500)
    liveness.seeText('compiling src/retry.ts\n')
    expect(await liveness.check()).toBe('alive')
    liveness.see(at(0), 1500)
    liveness.seeText('compiling src/retry.ts\n')
    expect(await liveness.check()).toBe('stalled')
  })

  it('lets CPU alone extend it three times', async () => {
    const liveness = new Liveness(1000, { ...quiet, usesCpu: () => true })
    const found: string[] = []
    for (let i = 0; i < 4; i += 1) {
      liveness.see(at(0), 1000)
      found.push(await liveness.check())
    }
    expect(found).toEqual(['cpu', 'cpu', 'cpu', 'stalled'])
  })

  it('counts changed files as progress every time', async () => {
    const liveness = new Liveness(1000, { ...quiet, changesFiles: () => Promise.resolve(true) })
    for (let i = 0; i < 6; i += 1) {
      liveness.see(at(0), 1000)
      expect(await liveness.check()).toBe('files')
    }
  })

  it('never stalls a run without a limit', async () => {
    const liveness = new Liveness(null, quiet)
    liveness.see(at(0), 1e9)
    expect(await liveness.check()).toBe('alive')
  })
})
