import { expect, test } from 'vitest'
import { cardProject, QUEUE, type CardProject } from '../card-project.ts'
import { inStore } from '../task-repository.ts'

/** It keeps every prompt that it is given, and fails. */
const KEEPS_PROMPT = '#!/bin/sh\necho "$1" >> prompts.txt\necho "=====" >> prompts.txt\nexit 3\n'

async function project(): Promise<CardProject> {
  const made = await cardProject()
  made.write('keeps.sh', KEEPS_PROMPT)
  return made
}

const run = (here: CardProject, ...words: string[]): Promise<{ code: number | null }> =>
  here.mayday(words, { MAYDAY_DIR: '' })

const prompts = (here: CardProject): readonly string[] =>
  here.read('prompts.txt').split('=====\n').slice(0, -1)

test('a hint is in the next prompt, and in the one after it', async () => {
  await using here = await project()
  await here.say('add', 'Fix the login', '--attempts', '2', '--', 'sh', 'keeps.sh', '{prompt}')
  await run(here, 'run', '--task', '1', '--no-wait')
  expect(prompts(here)[0]).not.toContain('legacy')
  const before = prompts(here).length
  await run(here, 'retry', '--task', '1', '--hint', 'The redirect is set in legacy/hooks.py.')
  const later = prompts(here).slice(before)
  expect(later.length).toBeGreaterThan(0)
  for (const prompt of later)
    expect(prompt).toContain(
      'A person read the failed attempts and adds:\nThe redirect is set in legacy/hooks.py.',
    )
  // Another hint takes its place.
  const all = prompts(here).length
  await run(here, 'retry', '--task', '1', '--hint', 'It was hooks2.py.')
  expect(prompts(here).at(all)).toContain('It was hooks2.py.')
  expect(prompts(here).at(all)).not.toContain('The redirect is set in')
  expect(
    inStore(here, (store) => store.plansOf(1).filter(({ why }) => why.includes('with a hint'))),
  ).toHaveLength(2)
})

test('another agent and another prompt are used from then on', async () => {
  await using here = await project()
  here.write('other.sh', '#!/bin/sh\necho "other: $1" > other.txt\n')
  here.write('mayday.yaml', 'agents:\n  other:\n    command: [sh, other.sh, "{prompt}"]\n')
  await here.say('add', 'Fix the login', '--attempts', '1', '--', 'sh', 'keeps.sh', '{prompt}')
  await run(here, 'run', '--task', '1', '--no-wait')
  const done = await run(
    here,
    'retry',
    '--task',
    '1',
    '--agent',
    'other',
    '--prompt',
    'Fix the logout',
    '--trust',
  )
  expect(done.code).toBe(0)
  expect(here.read('other.txt')).toContain('other: Fix the logout')
  expect(inStore(here, (store) => store.task(1))).toMatchObject({
    agent: 'other',
    prompt: 'Fix the logout',
    status: 'succeeded',
  })
})

test('the prompt of a card is edited in its file', async () => {
  await using here = await project()
  await here.say('enqueue', QUEUE, '--', './fails.sh', '{prompt}')
  const task = String(inStore(here, (store) => store.tasks({})[0]?.task))
  const refused = await here.mayday(['retry', '--task', task, '--prompt', 'Other'], { MAYDAY_DIR: '' })
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain(`takes its prompt from ${QUEUE}. Edit that file, then retry.`)
})

test('done ends a task, and undo takes it back', async () => {
  await using here = await project()
  await here.say('add', 'Fix the login', '--attempts', '1', '--', 'sh', 'keeps.sh', '{prompt}')
  await run(here, 'run', '--task', '1', '--no-wait')
  expect(inStore(here, (store) => store.task(1)?.status)).toBe('escalated')
  expect(await here.say('done', '1')).toBe('Task 1 is done; it was escalated. Undo: mayday undo 1\n')
  const open = (): number | undefined =>
    inStore(here, (store) => store.escalations().filter(({ state }) => state !== 'closed').length)
  expect(open()).toBe(0)
  // What its run was, it stays.
  expect(inStore(here, (store) => store.runsOf(1).at(-1)?.status)).toBe('failed')
  expect(await here.say('undo', '1')).toBe('Task 1 is escalated again; it was succeeded.\n')
  expect(open()).toBe(1)
  const refused = await here.mayday(['undo', '1'], { MAYDAY_DIR: '' })
  expect(refused).toMatchObject({ code: 2 })
  expect(refused.stderr).toContain('has no skip or done that can be undone')
})

test('undo after a skip puts a queued task back', async () => {
  await using here = await project()
  await here.say('add', 'Fix the login', '--', 'sh', 'keeps.sh', '{prompt}')
  await here.say('skip', '1')
  expect(await here.say('undo', '1')).toBe('Task 1 is queued again; it was skipped.\n')
  expect(inStore(here, (store) => store.queued(['queued']).length)).toBe(1)
})
