import { mkdirSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { historyLine } from '../../src/cards/history-line.ts'
import { visible, withoutInvisible } from '../../src/signals/invisible.ts'
import { testProject } from '../running-mayday.ts'

/** Turns the direction, hides, moves the cursor, sets the title. */
const EVIL = 'a\u202Eb\u2066c\u200Bd\u061Ce\u2028f\u{E0041}g\u009B2Jh\u001B[2Ji\u001B]0;owned\u0007j'
const HIDDEN =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]|\uDB40/

test('no command shows text that lies', async () => {
  await using project = await testProject()
  mkdirSync(project.file('project/phase-1-evil/backlog'), { recursive: true })
  const card = `---\nagent_flow: null\nagent_status: idle\n---\n\n# ${EVIL.replaceAll('\u001B', '')}\n`
  writeFileSync(project.file('project/phase-1-evil/backlog/1.1-card.md'), card)
  writeFileSync(project.file('evil.log'), `Error: ${EVIL}\n`)
  await project.mayday(['add', `Do ${EVIL}`, '--', 'sh', '-c', 'cat evil.log; exit 1'])
  const commands = [
    ['run', '--', 'sh', '-c', `cat evil.log; exit 1 # ${EVIL}`],
    ['show', '1'],
    ['history'],
    ['tasks'],
    ['cards'],
    ['queue'],
    ['status'],
    ['logs', '1'],
    ['lessons'],
    ['explain', 'evil.log', '--exit-code', '1'],
    ['show', '1', '--json'],
    ['logs', '1', '--json'],
    ['tasks', '--json'],
    ['enqueue', `nowhere-${EVIL}.md`],
    [EVIL],
  ]
  for (const command of commands) {
    const { stdout, stderr } = await project.mayday(command)
    expect(stdout + stderr, `of ${command.join(' ')}`).not.toMatch(HIDDEN)
  }
})

test('a History line hides nothing', () => {
  const at = '2026-11-03T10:00:00.000Z'
  const line = historyLine({ event: 'rejected', at, runId: 'r', flow: EVIL, why: EVIL })
  expect(line).not.toMatch(HIDDEN)
  expect(line).not.toContain('\n')
})

test('JSON with shown characters is the same JSON', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const json = visible(JSON.stringify({ text: text + EVIL }))
      expect(json).not.toMatch(HIDDEN)
      expect(JSON.parse(json)).toEqual({ text: text + EVIL })
    }),
  )
})

test('letters, colours and emoji are left alone', () => {
  const text = 'naïve שלום 日本 \u001B[1;31mred\u001B[0m 👩‍💻\tend\n'
  expect(visible(text)).toBe(text)
  expect(withoutInvisible('a\u202E\u200B b\n\tc')).toBe('a  b c')
})
