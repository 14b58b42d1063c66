/** When the lessons of a phase are cleared. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inStore, repository } from '../task-repository.ts'
import type { TestProject } from '../running-mayday.ts'

const FAILS_ONCE = [
  '--',
  'sh',
  '-c',
  'test -f tried || { touch tried; echo "Error: it broke"; exit 1; }; date > done',
]

const told = (project: TestProject): string => readFileSync(project.file('AGENTS.md'), 'utf8')

async function withOnePhase(): Promise<TestProject> {
  const project = await repository()
  await project.mayday(['add', 'First', '--phase', '12-01', ...FAILS_ONCE])
  await project.mayday(['run', '--task', '1'])
  expect(inStore(project, (store) => store.task(1)?.status)).toBe('succeeded')
  return project
}

it('the first success of a phase completes nothing', async () => {
  await using project = await withOnePhase()
  expect(told(project)).toContain('### Phase 12:')
  await project.mayday(['add', 'Second', '--phase', '12-02', '--', 'sh', '-c', 'date > second'])
  await project.mayday(['run', '--task', '2'])
  expect(told(project)).toContain('### Phase 12:')
})

it('a task of another phase completes finished phases', async () => {
  await using project = await withOnePhase()
  await project.mayday(['add', 'Next', '--phase', '13-01', '--', 'sh', '-c', 'date > next'])
  expect(told(project)).toContain('### Phase 12:')
  await project.mayday(['run', '--task', '2'])
  expect(told(project)).not.toContain('### Phase 12:')
})

it('an open task keeps its phase open', async () => {
  await using project = await withOnePhase()
  await project.mayday(['add', 'Second', '--phase', '12-02', '--', 'true'])
  await project.mayday(['run', '--phase', '13', '--', 'true'])
  expect(told(project)).toContain('### Phase 12:')
})

it('a phase without a success stays open', async () => {
  await using project = await repository()
  await project.mayday(['run', '--phase', '12', '--', 'sh', '-c', 'echo "Error: it broke"; exit 1'])
  await project.mayday(['run', '--phase', '13', '--', 'true'])
  expect(told(project)).toContain('### Phase 12:')
})

it('an empty queue completes finished phases', async () => {
  await using project = await withOnePhase()
  const { code } = await project.mayday(['work'])
  expect(code).toBe(0)
  expect(told(project)).not.toContain('### Phase 12:')
  expect(inStore(project, (store) => store.lessons({ cleared: true }))).toHaveLength(1)
})
