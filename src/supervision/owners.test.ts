import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exampleLock, exampleTask } from '../../tests/examples/records.ts'
import { TakenOverError } from '../record/store-errors.ts'
import { Store } from '../record/store.ts'
import { claimLease, holderOf } from './lease.ts'
import { beatOnce, isGone, ownerWords, takeByName, takeFromSilent, type OwnerContext } from './owners.ts'
import { openProcesses } from './processes/open-processes.ts'
import type { ProcessIdentity } from './processes/processes.ts'

const processes = openProcesses()
const ELSEWHERE: ProcessIdentity = { ...processes.self(), pid: 3, host: 'box' }
const owner = JSON.stringify(ELSEWHERE)

let folder: string
let store: Store
let nowMs: number
let here: OwnerContext

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mayday-test-'))
  store = Store.open(folder)
  nowMs = Date.parse('2026-11-03T10:00:00.000Z')
  here = { store, processes, clock: { now: () => new Date(nowMs) } }
})

afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

/** The same store, opened by the process on the other host. */
const there = (): OwnerContext => ({
  ...here,
  store: Store.open(folder),
  processes: { ...processes, self: () => ELSEWHERE },
})

test.each(['scheduler', 'task:1', 'adopt', 'bench:one'])('the lease %s ages out in silence', (name) => {
  const other = there()
  beatOnce(other)
  expect(claimLease(name, other)).toEqual({ kind: 'mine' })
  nowMs += 599_999
  takeFromSilent(here)
  expect(holderOf(name, here)).toEqual(ELSEWHERE)
  nowMs += 1
  takeFromSilent(here)
  expect(holderOf(name, here)).toBeNull()
  expect(claimLease(name, here)).toEqual({ kind: 'mine' })
  other.store.close()
})

test('a heartbeat in between keeps everything', () => {
  const other = there()
  beatOnce(other)
  claimLease('scheduler', other)
  nowMs += 599_999
  beatOnce(other)
  nowMs += 599_999
  takeFromSilent(here)
  expect(holderOf('scheduler', here)).toEqual(ELSEWHERE)
  other.store.close()
})

test('the store refuses writes after a takeover', () => {
  const other = there()
  beatOnce(other)
  claimLease('scheduler', other)
  nowMs += 600_000
  takeFromSilent(here)
  expect(() => other.store.addTask(exampleTask(), '2026-11-03T10:00:00.000Z')).toThrow(TakenOverError)
  expect(() => beatOnce(other)).toThrow(TakenOverError)
  expect(store.tasks()).toEqual([])
  other.store.close()
})

test('an owner without a heartbeat counts from now', () => {
  store.addTask(exampleTask(), '2026-11-03T10:00:00.000Z')
  store.takeLocks([exampleLock({ owner })])
  takeFromSilent(here)
  nowMs += 599_999
  takeFromSilent(here)
  expect(isGone(owner, here)).toBe(false)
  nowMs += 1
  takeFromSilent(here)
  expect(isGone(owner, here)).toBe(true)
})

test('takeover by name spares a living process', () => {
  beatOnce(here)
  claimLease('scheduler', here)
  const { pid, host } = processes.self()
  expect(() => takeByName(`${pid}@${host}`, here)).toThrow(`kill ${pid}`)
  expect(() => takeByName('3@box', here)).toThrow("Nothing here is held by '3@box'")
  expect(ownerWords(processes.self(), here)).toBe(`process ${pid}`)
})
