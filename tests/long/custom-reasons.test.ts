/** Custom reasons: claimed by a marker, planned for, listed, counted, corrected to, translated. */
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { storePath } from '../../src/record/store.ts'
import type { TestProject } from '../running-mayday.ts'
import { agent, inStore, repository } from '../task-repository.ts'

const CONFIG = `reasons:
  DEPLOY_BLOCKED:
    class: machine
    plan: retry
    after: SETUP_FAILED
    like: SETUP_FAILED
    meaning: The deploy gate is closed, by hand.
`

async function project(config = CONFIG): Promise<TestProject> {
  const here = await repository()
  await writeFile(here.file('mayday.yaml'), config)
  return here
}

const blocked = ['sh', agent('is-blocked.sh'), '{prompt}']

describe('a run that claims a reason of its project', () => {
  it('failed for that reason', async () => {
    await using here = await project()
    const { code, stdout } = await here.mayday(['run', '--', ...blocked])
    expect(code).toBe(1)
    expect(stdout).toContain('✗ run 1 failed (DEPLOY_BLOCKED)')
    expect(here.result()).toMatchObject({
      reason: 'DEPLOY_BLOCKED',
      plan: { kind: 'retry' },
      diagnosis: { reason: 'DEPLOY_BLOCKED', rule: 'marker.claim', custom: { like: 'SETUP_FAILED' } },
      stages: [{ reason: 'DEPLOY_BLOCKED' }],
    })
    expect((await here.mayday(['show', '1'])).stdout).toContain('The deploy gate is closed, by hand.')
  })

  it('is unknown if no config names it', async () => {
    await using here = await project('')
    await here.mayday(['run', '--', ...blocked])
    expect(here.result()).toMatchObject({ reason: 'UNKNOWN', diagnosis: { rule: 'marker.not-claimable' } })
  })

  it('keeps its verdict when the config changes', async () => {
    await using here = await project()
    await here.mayday(['run', '--', ...blocked])
    await writeFile(here.file('mayday.yaml'), '')
    expect((await here.mayday(['rediagnose', '1'])).stdout).toContain('1 as before, 0 changed')
    expect((await here.mayday(['history', '--dialect', 'bench'])).stdout).toContain('failed (SETUP_FAILED)')
  })

  it('is read as an older version wrote it', async () => {
    await using here = await project()
    await here.mayday(['run', '--', ...blocked])
    const [folder = ''] = here.folders()
    const path = join(folder, 'result.json')
    const asBefore = (text: string): string =>
      text.replace('mayday.result/2', 'mayday.result/1').replace('"custom":', '"own":')
    await writeFile(path, asBefore(readFileSync(path, 'utf8')))
    using db = new DatabaseSync(storePath(here.record))
    db.exec(`UPDATE diagnoses SET diagnosis = replace(diagnosis, '"custom":', '"own":')`)
    await writeFile(here.file('mayday.yaml'), '')
    expect((await here.mayday(['show', '1'])).stdout).toContain('The deploy gate is closed, by hand.')
    const { stdout } = await here.mayday(['show', '1', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({
      class: 'machine',
      meaning: expect.stringContaining('The deploy gate is closed, by hand.'),
      files: { result: { path } },
    })
    expect((await here.mayday(['history', '--dialect', 'bench'])).stdout).toContain('failed (SETUP_FAILED)')
  })

  it('wins over the tests by its precedence', async () => {
    await using here = await project()
    const verify = 'echo "1 failed, 0 passed in 0.1s"; exit 1'
    await here.mayday(['run', '--verify', verify, '--', ...blocked])
    expect(here.result()).toMatchObject({
      reason: 'DEPLOY_BLOCKED',
      diagnosis: { alternatives: [{ reason: 'TESTS_FAILED' }] },
    })
  })

  it('loses to the tests by its precedence', async () => {
    await using here = await project(CONFIG.replace('after: SETUP_FAILED', 'after: NO_CHANGES'))
    const verify = 'echo "1 failed, 0 passed in 0.1s"; exit 1'
    await here.mayday(['run', '--verify', verify, '--', ...blocked])
    expect(here.result()).toMatchObject({
      reason: 'TESTS_FAILED',
      diagnosis: { alternatives: [{ reason: 'DEPLOY_BLOCKED' }] },
    })
  })

  it('is found, counted and translated', async () => {
    await using here = await project()
    await here.mayday(['run', '--', ...blocked])
    const history = async (...args: string[]): Promise<string> =>
      (await here.mayday(['history', ...args])).stdout
    expect(await history('--reason', 'deploy_blocked')).toContain('failed (DEPLOY_BLOCKED)')
    expect(await history('--dialect', 'recovery')).toContain('failed (BROKEN_BUILD)')
    const stats = JSON.parse((await here.mayday(['stats', '--json'])).stdout) as object
    expect(stats).toMatchObject({
      byReason: [{ reason: 'DEPLOY_BLOCKED', class: 'machine' }],
      byClass: [{ class: 'machine', failed: 1 }],
    })
  })
})

describe('a task', () => {
  it('follows the plan without costing attempts', async () => {
    await using here = await project(`${CONFIG}policy:\n  DEPLOY_BLOCKED: {retries: 2}\n`)
    await here.mayday(['add', 'Ship it', '--', ...blocked])
    const { code, stdout } = await here.mayday(['run', '--task', '1'])
    expect(stdout).toContain('→ retry DEPLOY_BLOCKED (2 of 2): The deploy gate is closed, by hand.')
    expect(stdout).toContain('needs a person (escalation 1)')
    expect(code).toBe(3)
    const attempts = inStore(here, (store) => store.escalations({}))[0]?.detail['attempts']
    expect([inStore(here, (store) => store.runsOf(1)).length, attempts]).toEqual([3, 0])
    expect((await here.mayday(['tasks'])).stdout).toContain('0/5  DEPLOY_BLOCKED')
  })

  it('asks a person by default', async () => {
    await using here = await project('reasons: {DEPLOY_BLOCKED: {class: agent}}\n')
    await here.mayday(['add', 'Ship it', '--', ...blocked])
    const { code, stdout } = await here.mayday(['run', '--task', '1'])
    expect(stdout).toContain('→ escalate The agent said DEPLOY_BLOCKED.')
    expect(code).toBe(3)
  })

  it('tells its agent the custom reason', async () => {
    await using here = await project()
    await here.mayday(['add', 'Ship it', '--', ...blocked])
    await here.mayday(['run', '--task', '1'])
    expect(readFileSync(here.file('prompts.txt'), 'utf8')).toContain('TESTS_FAILED, DEPLOY_BLOCKED; then one')
  })
})

describe('a person', () => {
  it('finds it in the list after its neighbour', async () => {
    await using here = await project()
    const { stdout } = await here.mayday(['reasons'])
    expect(stdout).toMatch(/ 5 {2}SETUP_FAILED .*\n \+ {2}DEPLOY_BLOCKED +machine +The deploy gate is closed/)
    expect((await here.mayday(['reasons', 'deploy_blocked'])).stdout).toContain('behind SETUP_FAILED')
    const { reasons } = JSON.parse((await here.mayday(['reasons', 'DEPLOY_BLOCKED', '--json'])).stdout) as {
      reasons: object[]
    }
    expect(reasons).toMatchObject([
      { reason: 'DEPLOY_BLOCKED', precedence: 5.5, claimable: true, like: 'SETUP_FAILED' },
    ])
  })

  it('corrects a run to it', async () => {
    await using here = await project()
    await here.mayday(['run', '--', 'sh', '-c', 'exit 1'])
    const { stdout } = await here.mayday(['correct', '1', '--reason', 'deploy_blocked'])
    expect(stdout).toContain('Run 1: UNKNOWN is now DEPLOY_BLOCKED.')
    const refused = await here.mayday(['correct', '1', '--reason', 'deploy_blokked'])
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('DEPLOY_BLOCKED')
  })
})
