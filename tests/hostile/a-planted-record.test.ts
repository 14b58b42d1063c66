/** A cloned repository brings a record of its own, so that a command is executed when somebody looks at it. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { git, repository } from '../task-repository.ts'
import { until, type TestProject } from '../running-mayday.ts'

/** Every command that only looks. */
const looks: readonly (readonly string[])[] = [
  ['history'],
  ['status'],
  ['show', '1'],
  ['logs', '1'],
  ['tasks'],
  ['queue'],
  ['locks'],
  ['stats'],
  ['cards', '.'],
  ['lessons'],
  ['unmerged'],
  ['escalations'],
  ['wait'],
  ['doctor'],
  ['where'],
]

/** The record of a run whose verify is still to come, as a killed supervisor leaves it, put into another tree. */
async function plant(victim: TestProject): Promise<void> {
  await using source = await repository()
  const verify = `touch ${victim.file('executed')}`
  const going = source.start([
    'run',
    '--verify',
    verify,
    '--',
    'sh',
    '-c',
    'while [ ! -e go ]; do sleep 0.05; done',
  ])
  await until('the worker', () => source.folders().some((folder) => existsSync(join(folder, 'pid'))))
  going.child.kill('SIGKILL')
  await going.finished
  cpSync(source.record, victim.file('.mayday'), { recursive: true })
  writeFileSync(source.file('go'), '')
  writeFileSync(victim.file('go'), '')
}

test('no command executes what a planted record says', async () => {
  await using project = await repository()
  await plant(project)
  for (const command of looks) await project.mayday(command)
  expect(existsSync(project.file('executed'))).toBe(false)
  expect((await project.mayday(['history'])).stdout).toContain('No runs are recorded here')
})

test('a planted record is ignored with one line', async () => {
  await using project = await repository()
  mkdirSync(project.file('.mayday'))
  const first = await project.mayday(['history'])
  expect(first.stderr).toBe(
    `mayday: ${project.file('.mayday')} is ignored. Mayday keeps its record in ${project.record}.\n`,
  )
  expect((await project.mayday(['history'])).stderr).toBe('')
})

test('an agent that cleans its tree loses no task', async () => {
  await using project = await repository()
  await project.mayday(['add', 'one', '--', 'sh', '-c', 'echo x > b; git clean -fdxq -e b'])
  await project.mayday(['add', 'two', '--', 'touch', 'two.txt'])
  const { code, stdout } = await project.mayday(['work', '--once'])
  expect(code).toBe(0)
  expect(stdout).toContain('Done: 2 succeeded.')
})

test('an agent that commits everything commits no secret', async () => {
  await using project = await repository()
  const key = 'sk-ant-api03-RealLookingKey1234567890abcdefghij'
  const script = 'git clean -fdxq; echo x > c; git add -A; git commit -qm work'
  const env = {
    ANTHROPIC_API_KEY: key,
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@b',
  }
  await project.mayday(['run', '--', 'sh', '-c', script], env)
  expect(git(project, 'show', '--name-only', '--format=', 'HEAD')).toBe('c\n')
})

test('the files of a run survive the tree', async () => {
  await using project = await repository()
  mkdirSync(project.file('inner'))
  await project.mayday(['run', '--cwd', 'inner', '--', 'sh', '-c', 'echo said; rm -rf ../inner; exit 7'])
  expect(project.result()).toMatchObject({ status: 'failed', exitCode: 7 })
  expect(project.log()).toBe('said\n')
  expect(readdirSync(project.path)).toEqual(['.git'])
  expect(readFileSync(join(project.folders()[0] ?? '', 'exit'), 'utf8')).not.toBe('')
})
