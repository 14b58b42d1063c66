import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inStore, repository } from '../task-repository.ts'
import type { TestProject } from '../running-mayday.ts'

/** Programs with the names of real agents, first on PATH. */
function install(project: TestProject, programs: Readonly<Record<string, string>>): { PATH: string } {
  mkdirSync(project.file('.git/bin'), { recursive: true })
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(project.file(`.git/bin/${name}`), `#!/bin/sh\n${script}\n`)
    chmodSync(project.file(`.git/bin/${name}`), 0o755)
  }
  return { PATH: `${project.file('.git/bin')}:${process.env['PATH']}` }
}

const record = (fields: object): string => `printf '%s\\n' '${JSON.stringify(fields)}'`

const limited = (resetInS: number): string => {
  const epoch = Math.floor(Date.now() / 1000) + resetInS
  const result = `Claude AI usage limit reached|${epoch}`
  return `${record({ type: 'system', subtype: 'init', session_id: 's1' })}
${record({ type: 'result', subtype: 'success', is_error: true, result, session_id: 's1' })}
exit 1`
}

const loggedOut = `${record({ type: 'system', subtype: 'init', session_id: 's1' })}
${record({ type: 'result', subtype: 'success', is_error: true, result: 'Invalid API key · Please run /login', session_id: 's1' })}
exit 1`

const works = 'echo codex >> done.txt; echo "I wrote the file."'

const agents = (project: TestProject): readonly (string | null)[] =>
  inStore(project, (store) => store.runsOf(1).map(({ agent }) => agent))

describe('another agent', () => {
  it('takes over when the first is limited', async () => {
    await using project = await repository()
    const env = install(project, { claude: limited(7200), codex: works })
    await project.mayday(['add', 'Do it', '--agent', 'claude', '--fallback', 'codex'], env)
    const { code, stdout } = await project.mayday(['run', '--task', '1'], env)
    expect(stdout).toContain('codex takes over')
    expect(code).toBe(0)
    expect(agents(project)).toEqual(['claude', 'codex'])
    expect(readFileSync(project.file('done.txt'), 'utf8')).toBe('codex\n')
  })

  it('is used by later tasks until the reset', async () => {
    await using project = await repository()
    const env = install(project, { claude: limited(7200), codex: works })
    for (const title of ['One', 'Two'])
      await project.mayday(['add', title, '--agent', 'claude', '--fallback', 'codex'], env)
    await project.mayday(['run', '--task', '1'], env)
    await project.mayday(['run', '--task', '2'], env)
    expect(inStore(project, (store) => store.runsOf(2).map(({ agent }) => agent))).toEqual(['codex'])
    install(project, { claude: 'echo claude >> done.txt; echo "I wrote the file."' })
    inStore(project, (store) =>
      store.gates().forEach(({ key }) => store.moveGate(key, '2026-01-01T00:00:00.000Z')),
    )
    await project.mayday(['add', 'Three', '--agent', 'claude', '--fallback', 'codex'], env)
    await project.mayday(['run', '--task', '3'], env)
    expect(inStore(project, (store) => store.runsOf(3).map(({ agent }) => agent))).toEqual(['claude'])
    expect(inStore(project, (store) => store.gates())).toEqual([])
  })

  it('continues while a person must log in', async () => {
    await using project = await repository()
    const env = install(project, { claude: loggedOut, codex: works })
    await project.mayday(['add', 'Do it', '--agent', 'claude', '--fallback', 'codex'], env)
    const { code } = await project.mayday(['run', '--task', '1'], env)
    expect(code).toBe(0)
    expect((await project.mayday(['escalations'])).stdout).toContain('claude')
    expect(inStore(project, (store) => store.gates().map(({ reason }) => reason))).toEqual(['AUTH_FAILED'])
  })

  it('is not used if the work itself failed', async () => {
    await using project = await repository()
    const env = install(project, { claude: 'echo x >> x.txt', codex: works })
    await project.mayday(
      ['add', 'Do it', '--agent', 'claude', '--fallback', 'codex', '--attempts', '2', '--verify', 'false'],
      env,
    )
    await project.mayday(['run', '--task', '1'], env)
    expect(new Set(agents(project))).toEqual(new Set(['claude']))
  })
})
