import { realpathSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { UsageError } from '../../errors.ts'
import type { Project } from '../../record/project.ts'
import { defaultBudget, readsOnly, type NewTask, type TaskSpec } from '../../record/task.ts'
import { redact, secretsFromEnv } from '../../secrets/secrets.ts'
import { projectAgents } from '../../config/agent-command.ts'
import { prepareAgent, type Placement } from '../../supervision/agent-profiles.ts'
import { agentIn, fallbackIn, flowIn, unreadHint } from './agent-options.ts'
import type { Arguments, RunCommand, Terminal } from './command.ts'
import { openStore } from './open-store.ts'
import { ownTreeIn } from './own-tree.ts'
import { trustedConfig } from './project-config.ts'
import { compareIn } from './compare-option.ts'
import { budgetIn, limitsIn, phaseIn, readPromptFile } from './task-options.ts'
import { shownJson } from '../shown.ts'

const LONGEST_TITLE = 200

export const runAdd: RunCommand = async (args, terminal) => {
  const words = await wordsOf(args, terminal)
  // What the file says is copied into the task, which is the person's own from then on.
  const config = await trustedConfig(args, terminal)
  const who = agentIn(
    args,
    config,
    `add needs an agent or a command. Try: mayday add "${words.title.slice(0, 40)}" --agent claude, or: mayday add … -- ./agent.sh '{prompt}'`,
  )
  const { placement } = prepareAgent({
    ...who,
    prompt: words.prompt,
    sessionId: null,
    agents: projectAgents(config),
  })
  const limits = { ...config.limits, ...limitsIn(args) }
  const budget = budgetIn(args, { ...defaultBudget, ...config.budget })
  const phase = phaseIn(args)
  const flow = flowIn(args)
  const fallback = fallbackIn(args, config, who)
  const { store, project } = await openStore(terminal)
  try {
    const spec: NewTask = {
      ...words,
      ...who,
      cwd: folderOf(args.text('cwd'), project),
      flow,
      phase,
      setup: args.text('setup') ?? config.stages.setup ?? null,
      baseline: args.text('baseline') ?? config.stages.baseline ?? null,
      verify: args.text('verify') ?? config.stages.verify ?? null,
      expectChanges: !args.flag('no-expect-changes') && !readsOnly(flow),
      limits,
      budget,
      isParallel: args.flag('parallel'),
      hasOwnTree: ownTreeIn(args, project),
      comparesTests: compareIn(args, config, project),
      fallback,
    }
    const task = store.addTask(spec, new Date().toISOString())
    terminal.out(
      args.flag('json')
        ? `${shownJson({ format: 'mayday.add/1', task, placement }, 2)}\n`
        : told(task.task, placement),
    )
    return 0
  } finally {
    store.close()
  }
}

const told = (task: number, placement: Placement): string =>
  [`Task ${task} is queued. Run it: mayday run --task ${task}`, ...unreadHint(placement), ''].join('\n')

/** The title is the prompt, unless the prompt is a file; then its first line may be the title. */
async function wordsOf(args: Arguments, terminal: Terminal): Promise<Pick<TaskSpec, 'title' | 'prompt'>> {
  const said = args.positionals
    .slice(0, args.positionals.length - args.behind.length)
    .join(' ')
    .trim()
  const path = args.text('prompt-file')
  const prompt = path === undefined ? said : await readPromptFile(path, terminal)
  if (prompt.trim() === '')
    throw new UsageError(
      path === undefined
        ? 'Missing title. Try: mayday add "Fix the flaky login test" --agent claude'
        : `--prompt-file ${path} is empty. Write the prompt into it.`,
    )
  return { title: redact(titleOf(said === '' ? prompt : said), secretsFromEnv(process.env)), prompt }
}

const titleOf = (text: string): string =>
  text
    .trim()
    .split('\n', 1)
    .join('')
    .replace(/^#+\s*/, '')
    .slice(0, LONGEST_TITLE)
    .trim()

/** Relative to the root. Without `--cwd` it is where the person stands, if that is inside the project. */
function folderOf(named: string | undefined, { root }: Project): string {
  const folder = resolve(named ?? process.cwd())
  const way = relative(realFolder(root), realFolder(folder))
  const isInside = way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
  if (isInside) return way === '' ? '.' : way
  if (named === undefined) return '.'
  throw new UsageError(`--cwd ${named} is outside the project ${root}. Name a folder inside it.`)
}

function realFolder(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new UsageError(`The folder ${path} cannot be used (${code}). Name one that is there.`)
  }
}
