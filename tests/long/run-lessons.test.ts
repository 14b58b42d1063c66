/** The lessons that a plain `mayday run` records and gets. */
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { inStore, repository } from '../task-repository.ts'

const FAILS = ['--', 'sh', '-c', 'echo "FAILURE_REASON: the database is down"; exit 1']

/** An agent that prints its prompt with a bar before each line, so that no line counts. */
const ECHO = 'agents:\n  echoes:\n    command: [sed, "s/^/=/"]\n'

describe('a plain run in a phase', () => {
  it('that fails leaves its lesson', async () => {
    await using project = await repository()
    const { code, stdout } = await project.mayday(['run', '--phase', '12-01', ...FAILS])
    expect(code).toBe(1)
    expect(stdout).toContain('✎ lesson the database is down')
    expect(readFileSync(project.file('AGENTS.md'), 'utf8')).toMatch(
      /### Phase 12:\n\n- \[12-01 \| .*\] \*\*Error:\*\* the database is down\n/,
    )
  })

  it('records the error of a plain program', async () => {
    await using project = await repository()
    const script = 'echo "Trying src/store.ts"; echo "cannot open file x.db"; exit 1'
    await project.mayday(['run', '--phase', '3', '--', 'sh', '-c', script])
    expect(inStore(project, (store) => store.lessons({}))).toMatchObject([
      {
        error: 'cannot open file x.db',
        attempted: 'Trying src/store.ts. Ended in UNKNOWN at agent_run.',
        files: ['x.db', 'src/store.ts'],
        context: 'before: Trying src/store.ts\nworker.log:2: cannot open file x.db',
      },
    ])
  })

  it('ends its JSON with the result', async () => {
    await using project = await repository()
    const { stdout } = await project.mayday(['run', '--json', '--phase', '12', ...FAILS])
    const lines = stdout
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect(lines.at(-2)).toMatchObject({ event: 'lesson:learned', lesson: { phase: '12' } })
    expect(lines.at(-1)).toMatchObject({ format: 'mayday.result/2' })
  })

  it('tells its agent the earlier failures', async () => {
    await using project = await repository()
    await writeFile(project.file('mayday.yaml'), ECHO)
    await project.mayday(['run', '--phase', '9-01', ...FAILS])
    await project.mayday(['run', '--agent', 'echoes', '--phase', '9-02', 'Fix the login'])
    const { stdout } = await project.mayday(['logs', '2'])
    expect(stdout).toContain('=Fix the login\n')
    expect(stdout).toContain('=Failure Context (avoid repeating these mistakes):')
    expect(stdout).toContain('**Error:** the database is down')
  })
})

/** The lesson of one failed run of a shell script. */
async function lessonOf(script: string, options: readonly string[] = []): Promise<object | undefined> {
  await using project = await repository()
  await project.mayday(['run', '--phase', '3', ...options, '--', 'sh', '-c', script])
  return inStore(project, (store) => store.lessons({}))[0]
}

const claudeSays = (text: string): string => {
  const records = [
    { type: 'system', subtype: 'init', session_id: 's', tools: [], model: 'm', cwd: '/p' },
    { type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text }] }, session_id: 's' },
    { type: 'result', subtype: 'success', is_error: false, result: text, num_turns: 1, session_id: 's' },
  ]
  return `cat <<'END'\n${records.map((record) => JSON.stringify(record)).join('\n')}\nEND`
}

describe('a lesson contains only what happened', () => {
  it("never names verify's command as the agent's", async () => {
    expect(await lessonOf('exit 0', ['--verify', 'exit 1'])).toMatchObject({
      attempted: "The agent's output does not say what it tried. Then verify `exit 1` ended in TESTS_FAILED.",
    })
  })

  it('names the files of a silent agent', async () => {
    const script = 'echo "Error: cannot open socket"; echo hi > made.txt; exit 1'
    expect(await lessonOf(script)).toMatchObject({
      error: 'Error: cannot open socket',
      attempted:
        "The agent's output does not say what it tried. Files changed during the run: `made.txt`. Ended in UNKNOWN at agent_run.",
    })
  })

  it("uses the agent's error if verify is silent", async () => {
    const error = 'Error: Command npm test failed with exit code 1'
    expect(await lessonOf(claudeSays(error), ['--verify', 'exit 1'])).toMatchObject({ error })
  })

  it('uses no error that the agent recovered from', async () => {
    const words = 'Error: Command npm test failed with exit code 1\nI fixed the import. All tests pass.'
    expect(await lessonOf(claudeSays(words), ['--verify', 'exit 1'])).toMatchObject({
      error: 'Task failed (no specific error message captured)',
    })
  })

  it.each([
    [
      "thread 'main' panicked at src/main.rs:4:5:",
      'index out of bounds: the len is 3 but the index is 99',
      'note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace',
    ],
    ["terminate called after throwing an instance of 'std::out_of_range'", '  what():  no such key: 7', ''],
  ])('joins a crash and its message: %s', async (head, message, note) => {
    const lesson = await lessonOf(`cat <<'END'\n${head}\n${message}\n${note}\nEND\nexit 101`)
    const said = message.replace(/^\s*what\(\):\s*/, '')
    expect(lesson).toMatchObject({
      error: `${head} ${said}`,
      attempted: expect.not.stringContaining(said),
    })
  })
})

describe('a command for a task', () => {
  it('that fails leaves a lesson in its phase', async () => {
    await using project = await repository()
    await project.mayday(['add', 'Fix it', '--phase', '7-02', '--', 'true'])
    await project.mayday(['run', '--task', '1', ...FAILS])
    expect(inStore(project, (store) => store.lessons({ task: 1 }))).toMatchObject([
      { error: 'the database is down', phase: '7-02' },
    ])
  })
})

it('a run without phase and task has no lesson', async () => {
  await using project = await repository()
  const { stdout } = await project.mayday(['run', ...FAILS])
  expect(stdout).not.toContain('lesson')
  expect(inStore(project, (store) => store.lessons({}))).toEqual([])
})
