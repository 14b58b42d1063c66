import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testProject, until } from './running-mayday.ts'

/** An invented key in the shape of a real one. */
const KEY = 'sk-ant-api03-Zq7Hn2vXk9Lw4Rt8Yb3Mc6Df1Gj5Ps0Ae'
const PASSWORD = 'correct-horse-battery-9'
const GITHUB = 'ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'
const secrets = [KEY, PASSWORD, GITHUB]
const env = { ANTHROPIC_API_KEY: KEY, DB_PASSWORD: PASSWORD }

/** Every file below a folder that contains one of the secrets. */
function leaks(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .filter((path) => {
      const bytes = readFileSync(path)
      return secrets.some((secret) => bytes.includes(secret))
    })
}

const PRINTS = `printf 'key %s and ' "$ANTHROPIC_API_KEY"; printf '%s' "$DB_PASSWORD" | fold -w 5 | tr -d '\\n'; echo; echo 'token ${GITHUB}'; echo "Error: 401 with $ANTHROPIC_API_KEY" >&2; exit 1`

describe('secrets', () => {
  it('are in no file after a run', async () => {
    await using project = await testProject()
    const { stdout, stderr } = await project.mayday(
      [
        'run',
        '--title',
        `deploy with ${GITHUB}`,
        '--verify',
        `echo ${GITHUB}; echo $DB_PASSWORD; exit 1`,
        '--',
        'sh',
        '-c',
        PRINTS,
      ],
      env,
    )
    expect(leaks(project.record)).toEqual([])
    const log = project.log()
    expect(log).toContain(`key ${'*'.repeat(KEY.length)} and ${'*'.repeat(PASSWORD.length)}\n`)
    for (const secret of secrets) {
      expect(stdout + stderr).not.toContain(secret)
      for (const command of [['history'], ['show', '1'], ['show', '1', '--json'], ['logs', '1']])
        expect((await project.mayday(command, env)).stdout).not.toContain(secret)
    }
  })

  it('are masked by an adopter too', async () => {
    await using project = await testProject()
    const script = `${PRINTS.replace('; exit 1', '')}; while [ ! -e go ]; do sleep 0.02; done; exit 1`
    const going = project.start(['run', '--', 'sh', '-c', script], env)
    await until('the worker', () => project.log().includes('401'))
    going.child.kill('SIGKILL')
    await going.finished
    expect((await project.mayday(['logs', '1'])).stdout).not.toContain(KEY)
    await project.mayday(['cancel', '1'])
    await until('the mask', () => project.result() !== null && leaks(project.record).length === 0)
    expect(project.log()).toContain('key ***')
  })

  it('are not readable by others while it runs', async () => {
    await using project = await testProject()
    const going = project.start(['run', '--', 'sh', '-c', 'echo ready; sleep 600'], env)
    await until('the worker', () => project.log().includes('ready'))
    const files = readdirSync(project.record, { recursive: true, encoding: 'utf8' })
    const open = files.filter((name) => (statSync(project.inRecord(name)).mode & 0o077) !== 0)
    expect(open).toEqual([])
    going.child.kill('SIGINT')
    await going.finished
  })
})
