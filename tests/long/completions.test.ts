/** The completion scripts in the real shells. A shell that is not installed skips its tests by name. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { commands } from '../../src/interfaces/cli/commands.ts'
import { optionName } from '../../src/interfaces/cli/parse/parse-arguments.ts'
import { atShell, hasShell, putCommand, type Keys } from '../at-shell.ts'
import { mayday } from '../run-mayday.ts'
import { testProject, type TestProject } from '../running-mayday.ts'

type Shelled = AsyncDisposable & {
  readonly project: TestProject
  readonly env: Record<string, string>
}

/** A project with a card whose name is a command, and the script of a shell. */
async function shelled(shell: string): Promise<Shelled> {
  const project = await testProject()
  mkdirSync(project.file('bin'))
  putCommand(project.file('bin/mayday'))
  writeFileSync(project.file(`complete.${shell}`), (await mayday(['completions', shell])).stdout)
  await project.mayday(['run', '--', 'true'])
  return {
    project,
    env: { PATH: `${project.file('bin')}:${process.env['PATH']}`, HOME: project.path, ZDOTDIR: project.path },
    [Symbol.asyncDispose]: () => project[Symbol.asyncDispose](),
  }
}

/** What bash offers for the last of these words. */
function offeredByBash({ project, env }: Shelled, words: readonly string[]): readonly string[] {
  const script = `source complete.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _mayday; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', ...words], {
    cwd: project.path,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  // Outside of a terminal bash has no options of a completion to change.
  expect(stderr.replaceAll(/^.*compopt: not currently executing completion function\n/gm, '')).toBe('')
  return stdout.split('\n').filter((one) => one !== '')
}

function offeredByFish({ project, env }: Shelled, line: string): readonly string[] {
  const { stdout, stderr } = spawnSync(
    'fish',
    ['--no-config', '-c', 'source complete.fish; complete -C $argv[1]', line],
    { cwd: project.path, env: { ...process.env, ...env }, encoding: 'utf8' },
  )
  expect(stderr).toBe('')
  return stdout.split('\n').flatMap((one) => (one === '' ? [] : [one.split('\t', 1)[0] ?? '']))
}

const EVIL = '$(touch harmed)`touch harmed`'

/** Presses Tab behind something that a shell would run, in the places where it may stand. */
const evilKeys = (mark: string): readonly Keys[] =>
  ['show ', 'run --agent ', 'explain ', 'run -- ', 'explain --format=', ''].flatMap((before) => [
    { type: `mayday ${before}${EVIL}/\t\t\u0015echo ${mark}-$((20 + 3))\r`, until: `${mark}-23` },
  ])

describe.skipIf(!hasShell('bash'))('bash', () => {
  test('commands, options and values are offered', async () => {
    await using it = await shelled('bash')
    expect(offeredByBash(it, ['mayday', 'expl'])).toEqual(['explain'])
    expect(offeredByBash(it, ['mayday', 'run', '--setup'])).toEqual(['--setup', '--setup-timeout'])
    expect(offeredByBash(it, ['mayday', 'show', ''])).toEqual(['1'])
    expect(offeredByBash(it, ['mayday', 'correct', '1', '--reason', 'USAGE'])).toEqual(['USAGE_LIMIT'])
    expect(offeredByBash(it, ['mayday', 'explain', '--format', '=', 'jun'])).toEqual(['junit'])
    expect(offeredByBash(it, ['mayday', 'run', '--', 'sho'])).toEqual([])
  })

  test('every command and option is offered', async () => {
    await using it = await shelled('bash')
    expect(offeredByBash(it, ['mayday', ''])).toEqual([
      ...commands.map(({ name }) => name),
      'help',
      '--help',
      '--version',
    ])
    for (const { name, options } of commands)
      expect(offeredByBash(it, ['mayday', name, '--'])).toEqual([
        ...Object.keys(options).map((key) => `--${optionName(key)}`),
        '--help',
      ])
  })

  test('the name of a card is quoted and not run', async () => {
    await using it = await shelled('bash')
    mkdirSync(it.project.file('project/phase-1-a/backlog'), { recursive: true })
    writeFileSync(it.project.file(`project/phase-1-a/backlog/1.1-$(touch harmed).md`), '---\ntitle: x\n---\n')
    const [offered] = offeredByBash(it, ['mayday', 'reset', 'project/'])
    expect(offered).toBe('project/phase-1-a/backlog/1.1-\\$\\(touch\\ harmed\\).md')
    expect(existsSync(it.project.file('harmed'))).toBe(false)
  })

  test('a tab runs nothing of what is typed', async () => {
    await using it = await shelled('bash')
    const shown = await atShell(
      'bash --norc --noprofile -i',
      [
        { type: 'source complete.bash; echo READY-$((20 + 3))\r', until: 'READY-23' },
        ...evilKeys('BASH'),
        { type: 'mayday reas\tUSAGE_LI\t\r', until: 'quota, credit' },
      ],
      { cwd: it.project.path, env: it.env },
    )
    expect(shown).toContain('USAGE_LIMIT')
    expect(existsSync(it.project.file('harmed'))).toBe(false)
  })
})

describe.skipIf(!hasShell('zsh'))('zsh', () => {
  test('a tab completes and runs nothing of what is typed', async () => {
    await using it = await shelled('zsh')
    // zsh's usual Tab expands a word before it completes it, whatever the completion of a command does.
    const setUp =
      "autoload -U compinit; compinit -u -D; source ./complete.zsh; bindkey '^I' complete-word; echo READY-$((20 + 3))\r"
    const shown = await atShell(
      'zsh -f -i',
      [
        { type: setUp, until: 'READY-23' },
        ...evilKeys('ZSH'),
        { type: 'mayday reas\tUSAGE_LI\t\r', until: 'quota, credit' },
        { type: 'mayday show 1 --js\t\r', until: '"mayday.show/' },
      ],
      { cwd: it.project.path, env: it.env },
    )
    expect(shown).toContain('USAGE_LIMIT')
    expect(existsSync(it.project.file('harmed'))).toBe(false)
  })
})

describe.skipIf(!hasShell('fish'))('fish', () => {
  test('commands, options and values are offered', async () => {
    await using it = await shelled('fish')
    expect(offeredByFish(it, 'mayday expl')).toEqual(['explain'])
    expect(offeredByFish(it, 'mayday run --setup')).toEqual(['--setup', '--setup-timeout'])
    expect(offeredByFish(it, 'mayday show ')).toEqual(['1'])
    expect(offeredByFish(it, 'mayday correct 1 --reason USAGE')).toEqual(['USAGE_LIMIT'])
    expect(offeredByFish(it, 'mayday explain complete.f')).toEqual(['complete.fish'])
  })

  test('a line with a command in it runs nothing', async () => {
    await using it = await shelled('fish')
    for (const before of ['show ', 'run --agent ', 'explain ', 'run -- ', '', 'explain --format='])
      offeredByFish(it, `mayday ${before}$(touch harmed)(touch harmed)`)
    expect(existsSync(it.project.file('harmed'))).toBe(false)
  })
})

test('a listing starts and makes nothing', async () => {
  await using project = await testProject()
  const { code, stdout, stderr } = await project.mayday(['completions', '--list', 'run'])
  expect({ code, stdout, stderr, made: existsSync(project.record) }).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
    made: false,
  })
})

test('a missing shell is asked for', async () => {
  const { code, stderr } = await mayday(['completions'])
  expect([code, stderr]).toEqual([
    2,
    'mayday: completions needs the name of a shell: bash, zsh, fish. See: mayday completions --help\n',
  ])
})
