import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { freshFolder } from '../../tests/run-mayday.ts'
import { projectAt, type Project } from '../record/project.ts'
import { executingValues, type Executing } from './executing-values.ts'
import { readConfig } from './read-config.ts'
import { changesSinceTrust, forgetTrust, rememberTrust, trustedSets, trustOf } from './trust-record.ts'

const read = (text: string, project: Project): Executing =>
  executingValues(readConfig([{ path: 'mayday.yaml', text }]).untrusted, project)

const at = new Date('2026-11-01T12:00:00Z')

test('trust is kept for the values of each branch', async () => {
  await using folder = await freshFolder()
  const project = projectAt(folder.path, process.env)
  const one = read('stages: {verify: npm test}\n', project)
  const two = read('stages: {verify: make, setup: make deps}\n', project)
  expect(changesSinceTrust(one, project)).toBeNull()
  await rememberTrust(one, project, at)
  expect(trustOf(two, project)).toBeUndefined()
  expect(changesSinceTrust(two, project)).toEqual([
    { key: 'stages.setup', was: null, is: 'make deps' },
    { key: 'stages.verify', was: 'npm test', is: 'make' },
  ])
  await rememberTrust(two, project, at)
  expect([trustOf(one, project), trustOf(two, project)].map((set) => set?.trustedAt)).toEqual([
    at.toISOString(),
    at.toISOString(),
  ])
  expect(changesSinceTrust(one, project)).toContainEqual({ key: 'stages.setup', was: 'make deps', is: null })
  expect(statSync(folder.inRecord('trust.json')).mode & 0o777).toBe(0o600)
  expect(forgetTrust(project)).toBe(2)
  expect(trustOf(one, project)).toBeUndefined()
})

test('only the newest sets are kept', async () => {
  await using folder = await freshFolder()
  const project = projectAt(folder.path, process.env)
  const sets = Array.from({ length: 22 }, (_, n) => read(`stages: {verify: make ${n}}\n`, project))
  for (const one of sets) await rememberTrust(one, project, at)
  expect(trustedSets(project).map(({ hash }) => hash)).toEqual(sets.slice(2).map(({ hash }) => hash))
})

test('a secret in a value is not kept', async () => {
  await using folder = await freshFolder()
  const project = projectAt(folder.path, process.env)
  const text = 'notify: {webhook: "https://u:pass-9fQ2xZ81@example.org/hook"}\n'
  await rememberTrust(read(text, project), project, at)
  expect(readFileSync(folder.inRecord('trust.json'), 'utf8')).not.toContain('9fQ2xZ81')
  expect(trustOf(read(text, project), project)).toBeDefined()
  expect(trustOf(read(text.replace('9fQ2', 'other'), project), project)).toBeUndefined()
})

test.each([
  '',
  '{',
  '[]',
  '{"trusted": [{"hash": 1}, null, {"hash": "x", "trustedAt": "y", "values": [1]}]}',
])('a file with %j trusts nothing', async (text) => {
  await using folder = await freshFolder()
  const project = projectAt(folder.path, process.env)
  const executing = read('stages: {verify: npm test}\n', project)
  await rememberTrust(executing, project, at)
  writeFileSync(folder.inRecord('trust.json'), text)
  expect(trustOf(executing, project)).toBeUndefined()
  await rememberTrust(executing, project, at)
  expect(trustOf(executing, project)).toBeDefined()
})

test('a record that others can write is ignored', async () => {
  await using folder = await freshFolder()
  const project = projectAt(folder.path, process.env)
  const executing = read('stages: {verify: npm test}\n', project)
  await rememberTrust(executing, project, at)
  chmodSync(project.record, 0o770)
  expect(() => trustOf(executing, project)).toThrow('Other users can enter')
})
