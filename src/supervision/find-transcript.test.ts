import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findTranscript, staysIn } from './find-transcript.ts'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'mayday-home-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const write = (path: string): void => {
  mkdirSync(dirname(join(home, path)), { recursive: true })
  writeFileSync(join(home, path), '')
}
const CODEX = 'sessions/*/*/*/rollout-*-{session}.jsonl'

test("a session's file is found among others", () => {
  write('sessions/2025/12/31/rollout-2025-12-31T23-a-1.jsonl')
  write('sessions/2026/11/15/rollout-2026-11-15T10-b-2.jsonl')
  expect(findTranscript(home, CODEX, 'a-1')).toBe(
    join(home, 'sessions/2025/12/31/rollout-2025-12-31T23-a-1.jsonl'),
  )
  expect(findTranscript(home, CODEX, 'c-3')).toBeNull()
  expect(findTranscript(join(home, 'nowhere'), CODEX, 'a-1')).toBeNull()
})

test('a session id cannot leave the folder', () => {
  write('projects/a/secret.jsonl')
  mkdirSync(join(home, 'projects/b'))
  for (const id of ['../a/secret', '*', 'secret.jsonl/..', '-x', ''])
    expect([id, findTranscript(home, 'projects/b/{session}.jsonl', id)]).toEqual([id, null])
})

test('a folder of that name is no transcript', () => {
  mkdirSync(join(home, 'projects/a/s-1.jsonl'), { recursive: true })
  symlinkSync('/nonexistent', join(home, 'projects/a/s-2.jsonl'))
  expect(findTranscript(home, 'projects/*/{session}.jsonl', 's-1')).toBeNull()
  expect(findTranscript(home, 'projects/*/{session}.jsonl', 's-2')).toBeNull()
})

test('a link leads out of a home', () => {
  write('own/projects/s-1.jsonl')
  write('other/projects/s-2.jsonl')
  symlinkSync(join(home, 'other/projects/s-2.jsonl'), join(home, 'own/projects/s-2.jsonl'))
  symlinkSync(join(home, 'other/projects'), join(home, 'own/more'))
  symlinkSync('s-1.jsonl', join(home, 'own/projects/s-3.jsonl'))
  const stays = (name: string): boolean => staysIn(join(home, 'own'), join(home, 'own', name))
  expect(['projects/s-1.jsonl', 'projects/s-3.jsonl'].map(stays)).toEqual([true, true])
  expect(['projects/s-2.jsonl', 'more/s-2.jsonl', 'gone'].map(stays)).toEqual([false, false, false])
})
