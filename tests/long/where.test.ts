import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { projectAt } from '../../src/record/project.ts'
import { mayday, type Finished } from '../run-mayday.ts'
import { git, repository } from '../task-repository.ts'
import { testProject, type TestProject } from '../running-mayday.ts'

const said = (finished: Finished): string => {
  expect(finished).toMatchObject({ code: 0, stderr: '' })
  return finished.stdout
}

const refusal = ({ code, stderr }: Finished): string => {
  expect(code).toBe(2)
  return stderr
}

test('where prints the folder of the record', async () => {
  await using project = await testProject()
  expect(said(await project.mayday(['where']))).toBe(`${project.record}\n`)
  expect(JSON.parse(said(await project.mayday(['where', '--json'])))).toMatchObject({
    format: 'mayday.where/1',
    root: project.path,
    record: project.record,
    isRecorded: false,
  })
  await project.mayday(['run', '--', 'true'])
  expect(JSON.parse(said(await project.mayday(['where', '--json'])))).toMatchObject({ isRecorded: true })
})

test('a run writes nothing into the project', async () => {
  await using project = await repository()
  await project.mayday(['run', '--verify', 'false', '--', 'sh', '-c', 'echo hi; exit 1'])
  expect(git(project, 'status', '--porcelain', '--ignored')).toBe('')
  expect(project.folders()).toHaveLength(1)
})

test('a printed log path can be opened', async () => {
  await using project = await testProject()
  await project.mayday(['run', '--', 'sh', '-c', 'echo no space left; exit 1'])
  const { stdout } = await project.mayday(['show', '1'])
  expect(stdout).toContain(`log       ${project.folders()[0]}\n`)
})

/** Moves a project with one run, and asks at its new path. */
async function moved(): Promise<
  AsyncDisposable & {
    readonly project: TestProject
    readonly path: string
    readonly ask: (...args: string[]) => Promise<Finished>
  }
> {
  const project = await repository()
  await project.mayday(['run', '--', 'sh', '-c', 'exit 3'])
  const path = `${project.path}-moved`
  renameSync(project.path, path)
  return {
    project,
    path,
    ask: (...args) => mayday(args, { cwd: path }),
    [Symbol.asyncDispose]: async () => {
      rmSync(projectAt(path, process.env).record, { recursive: true, force: true })
      rmSync(path, { recursive: true, force: true })
      await project[Symbol.asyncDispose]()
    },
  }
}

test('a moved project names its old record', async () => {
  await using it = await moved()
  const { code, stderr } = await it.ask('history')
  expect(code).toBe(0)
  expect(stderr).toContain(`moved here from ${it.project.path}`)
  expect(stderr).toContain(`mayday where --take ${basename(it.project.record)}`)
})

test('a moved project can take over its record', async () => {
  await using it = await moved()
  expect((await it.ask('where', '--take', it.project.path)).code).toBe(0)
  expect(said(await it.ask('history'))).toContain('✗ failed')
  const logs = await it.ask('logs', '1')
  expect(logs).toEqual({ code: 0, stdout: '', stderr: 'mayday: Run 1 printed nothing.\n' })
})

test('a record of an existing project is refused', async () => {
  await using one = await repository()
  await one.mayday(['run', '--', 'true'])
  await using other = await repository()
  expect(refusal(await other.mayday(['where', '--take', one.path]))).toContain('which is still there')
})

test('an existing record is not replaced', async () => {
  await using it = await moved()
  await it.ask('run', '--', 'true')
  expect(refusal(await it.ask('where', '--take', it.project.path))).toContain('already has a record')
})

test('an empty record is replaced by the old one', async () => {
  await using it = await moved()
  expect((await it.ask('retry', '1')).code).toBe(2)
  expect((await it.ask('where', '--take', it.project.path)).code).toBe(0)
  expect(said(await it.ask('history'))).toContain('✗ failed')
})

test('an empty record does not hide the hint', async () => {
  await using it = await moved()
  expect((await it.ask('retry', '1')).code).toBe(2)
  for (const command of ['history', 'status'])
    expect((await it.ask(command)).stderr).toContain(`mayday where --take ${basename(it.project.record)}`)
  await it.ask('add', 'Fix it', '--', 'true')
  expect((await it.ask('history')).stderr).not.toContain('mayday where --take')
  expect(refusal(await it.ask('where', '--take', it.project.path))).toContain('already has a record')
})

test('an unknown record lists the known ones', async () => {
  await using it = await moved()
  const said = refusal(await it.ask('where', '--take', 'nobody'))
  expect(said).toContain("no record named 'nobody'")
  expect(said).toContain(basename(it.project.record))
})

test('clean lists records whose project is gone', async () => {
  await using it = await moved()
  const { stdout } = await it.ask('clean')
  expect(stdout).toContain(`  ${it.project.record}  (${it.project.path})\n`)
})

test('a record that others can enter is refused', async () => {
  await using project = await testProject()
  await project.mayday(['run', '--', 'true'])
  chmodSync(project.record, 0o755)
  expect(refusal(await project.mayday(['history']))).toBe(
    `mayday: Other users can enter ${project.record} (mode 755), so Mayday does not use this record. Make it yours alone: chmod 700 ${project.record}\n`,
  )
  expect((await project.mayday(['doctor', '--fix'])).code).toBe(0)
  expect((await project.mayday(['history'])).code).toBe(0)
})

test('a link in place of the record is refused', async () => {
  await using project = await testProject()
  await using other = await testProject()
  await other.mayday(['run', '--', 'true'])
  mkdirSync(join(project.record, '..'), { recursive: true })
  symlinkSync(other.record, project.record)
  expect(refusal(await project.mayday(['history']))).toContain('is not a folder')
  rmSync(project.record)
})

test('without a writable home nothing is recorded', async () => {
  await using project = await testProject()
  writeFileSync(project.file('file'), '')
  const env = { MAYDAY_STATE: '', XDG_STATE_HOME: '', HOME: project.file('file') }
  const { code, stderr } = await project.mayday(['run', '--', 'touch', project.file('ran')], env)
  expect(code).toBe(2)
  expect(stderr).toMatch(
    /^mayday: Mayday keeps its record in .*cannot be made \(ENOTDIR\)\. Set MAYDAY_STATE .*\n$/,
  )
})

test('a plain run keeps its folder within the project', async () => {
  await using project = await testProject()
  mkdirSync(project.file('inner'))
  await project.mayday(['run', '--cwd', 'inner', '--', 'true'])
  const { tasks } = JSON.parse(said(await project.mayday(['tasks', '--all', '--json'])))
  expect(tasks).toMatchObject([{ task: 1, cwd: 'inner' }])
})
