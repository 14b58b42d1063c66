/** Reports of plain agents about a card, through the real command. */
import { chmodSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cardProject, LOCKS } from '../card-project.ts'

/** The History line of a card whose agent prints these lines. */
async function reported(flow: string, ...lines: readonly string[]): Promise<string> {
  await using project = await cardProject()
  const said = lines.map((line) => `echo '${line}'`).join('\n')
  project.write('speaks.sh', `#!/bin/sh\necho done >> made-by-the-agent\n${said}\n`)
  chmodSync(project.file('speaks.sh'), 0o755)
  await project.say('enqueue', LOCKS, '--flow', flow, '--', './speaks.sh', '{prompt}')
  await project.say('work', '--once')
  const card = project.read(LOCKS)
  return `${card.includes('- [x] it works') ? '' : 'not '}ticked; ${/succeeded \(.*/.exec(card)?.[0] ?? card}`
}

test('criteria are ticked after plain words', async () => {
  const line = await reported('implement', 'I made it work in src/locks.ts.', '{"checkedCriteria":[1]}')
  expect(line).toContain('ticked; succeeded (implement); checked 1 item;')
  expect(line).not.toContain('not ticked')
})

test('findings are counted after plain words', async () => {
  const report = '{"findings":[{"severity":"blocking","file":"a.ts"},{"severity":"warn"}],"overall":"revise"}'
  expect(await reported('review', 'I looked at it all.', report)).toContain(
    'blocking/warn/info: 1/1/0; overall=revise',
  )
})

test('sources are counted after plain words', async () => {
  const line = await reported('research', 'I read the pages.', '{"sources":["https://a.example","b.md"]}')
  expect(line).toContain('2 sources captured')
})
