/** A scheduler in a container that was killed, or that is stopped while another one continues. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { openProcesses } from '../../src/supervision/processes/open-processes.ts'
import { cardProject, LOCKS, type CardProject } from '../card-project.ts'
import { canUnshare, freeze, passTenMinutes, startContainer, type Container } from '../container.ts'
import { until } from '../running-mayday.ts'

const TAKE = 'mayday recover --take 1@box'

/** A container works on the card with a long-running agent. */
async function working(project: CardProject): Promise<Container> {
  await project.say('enqueue', LOCKS, '--flow', 'implement', '--', './lasts.sh')
  const container = startContainer(project, 'box', ['work'])
  await until('the agent to run', () => project.read(LOCKS).includes('agent_status: running'))
  return container
}

async function killed(project: CardProject): Promise<void> {
  const { child, ended } = await working(project)
  child.kill('SIGKILL')
  await ended
  const [runId = ''] = project.folders().map((path) => path.split('/').at(-1) ?? '')
  await until('its agent to be gone', () => openProcesses().tagged(runId).length === 0)
}

const ask = (project: CardProject, ...args: string[]) => project.mayday(args, { MAYDAY_DIR: '' })

describe.skipIf(!canUnshare)('a container that is gone (needs root: unshare)', () => {
  test('every refusal says how to take over', async () => {
    await using project = await cardProject()
    await killed(project)
    const work = await ask(project, 'work', '--once')
    expect(work.stdout).toContain('Process 1 on box, which cannot be checked from here')
    expect(work.stdout).toContain(TAKE)
    expect(await project.say('locks')).toContain(TAKE)
    expect(await project.say('recover')).toContain(TAKE)
    expect((await ask(project, 'doctor', '--fix')).stdout.replaceAll(/\s+/g, ' ')).toContain(TAKE)
    expect(await project.refusal('reset', LOCKS, '--yes')).toContain(TAKE)
    expect(await project.refusal('run', '--task', '1')).toContain(TAKE)
  })

  test('ten silent minutes free its locks', async () => {
    await using project = await cardProject()
    await killed(project)
    passTenMinutes(project)
    const said = await project.say('recover')
    expect(said).toContain('run 1 is ended')
    expect(await project.say('locks')).toBe('Nothing is locked.\n')
    expect(project.result()).toMatchObject({ status: 'failed', reason: 'WORKER_CRASHED' })
    writeFileSync(project.file('go-on'), '')
    await project.say('retry', LOCKS)
    expect(project.read(LOCKS)).toContain('agent_status: succeeded')
  })

  test('a person takes over at once by name', async () => {
    await using project = await cardProject()
    await killed(project)
    expect(await project.refusal('recover', '--take', '2@box')).toContain('To take over: 1@box.')
    expect(await project.say('recover', '--take', '1@box')).toContain('run 1 is ended')
    expect(await project.say('locks')).toBe('Nothing is locked.\n')
    await project.say('reset', LOCKS, '--yes')
  })

  test('a cancel says which owner it waits for', async () => {
    await using project = await cardProject()
    await killed(project)
    const cancel = project.start(['cancel', '1'], { MAYDAY_DIR: '' })
    await until('its words', () => cancel.printed().includes(TAKE))
    expect(cancel.printed()).toContain('waiting for run 1 to stop')
    await project.say('recover', '--take', '1@box')
    expect((await cancel.finished).code).toBe(0)
  })

  test('a live worker prevents the takeover', async () => {
    await using project = await cardProject()
    const container = await working(project)
    const { child, ended } = container
    await freeze(project, container)
    passTenMinutes(project)
    expect(await project.say('recover')).toContain(TAKE)
    expect(project.result()).toBeNull()
    child.kill('SIGKILL')
    await ended
  })

  test('an owner that wakes up stops its agent', async () => {
    await using project = await cardProject()
    const sleeping = await working(project)
    const [folder = ''] = project.folders()
    const runId = folder.split('/').at(-1) ?? ''
    await freeze(project, sleeping)
    passTenMinutes(project)
    const other = startContainer(project, 'other', ['recover'])
    expect(await other.ended).toBe(0)
    expect(other.printed()).toContain('run 1 is ended')
    const before = stateOf(project, folder)
    process.kill(sleeping.pid() ?? 0, 'SIGCONT')
    expect(await sleeping.ended).toBe(2)
    expect(sleeping.printed()).toContain('Another process took over from this one')
    expect(openProcesses().tagged(runId)).toEqual([])
    expect(stateOf(project, folder)).toEqual(before)
    expect(existsSync(project.file('made-by-the-agent'))).toBe(false)
  })
})

/** Everything that an owner writes. */
function stateOf(project: CardProject, folder: string): readonly unknown[] {
  using db = new DatabaseSync(project.inRecord('mayday.db'), { readOnly: true })
  const rows = ['tasks', 'runs', 'locks', 'leases', 'card_events', 'plans', 'lessons', 'heartbeats'].map(
    (table) => db.prepare(`SELECT * FROM ${table}`).all(),
  )
  const files = ['events.jsonl', 'result.json'].map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
  return [...rows, ...files, project.read(LOCKS)]
}
