import { realpathSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import * as v from 'valibot'
import { UsageError } from '../../../errors.ts'
import { baseName } from '../../../fleet/trees/task-branch.ts'
import type { Project } from '../../../record/project.ts'
import { defaultBudget, readsOnly, type NewTask, type TaskSpec } from '../../../record/task.ts'
import { titleOf } from '../../../record/title-of.ts'
import { redact, secretsFromEnv } from '../../../secrets/secrets.ts'
import type { Config } from '../../../config/config.ts'
import { projectAgents } from '../../../config/agent-command.ts'
import { prepareAgent } from '../../../supervision/prepare-agent.ts'
import { agentIn, fallbackIn, unreadHint } from '../parse/agent-options.ts'
import type { Answer } from '../answers.ts'
import type { Screen, Terminal } from '../command.ts'
import { openStore, type OpenedStore } from '../record/open-store.ts'
import { ownTreeIn } from './own-tree.ts'
import { trustedConfig } from '../config/project-config.ts'
import { budgetIn, compareIn, limitsIn, readPromptFile, type TaskAsked } from '../parse/task-options.ts'
import type { Maybe, Flags } from '../parse/option.ts'
import { startWords } from '../fleet/stranded.ts'

export type AddAsked = TaskAsked &
  Maybe<'promptFile' | 'baseline' | 'phase' | 'cwd' | 'base'> &
  Flags<'parallel' | 'noExpectChanges'> & {
    readonly title: readonly string[]
    readonly label: readonly string[]
  }

export async function runAdd(asked: AddAsked, screen: Screen<Answer<'mayday.add/2'>>): Promise<number> {
  const words = await wordsOf(asked, screen)
  // Values of the config are copied into the task. From then on they belong to the user's task.
  const config = await trustedConfig(asked, screen)
  const who = agentIn(
    asked,
    config,
    `add needs an agent or a command. Try: mayday add "${words.title.slice(0, 40)}" --agent claude, or: mayday add … -- ./agent.sh '{prompt}'`,
  )
  const agents = projectAgents(config)
  const { placement } = prepareAgent({ ...who, prompt: words.prompt, sessionId: null, agents })
  const fallback = fallbackIn(asked.fallback, config, who)
  using opened = await openStore({ shared: 'adds' })
  const spec = { ...words, ...who, ...valuesIn(asked, config, opened.project), fallback }
  const task = opened.store.addTask(spec, new Date().toISOString())
  await opened.ship?.({ labels: asked.label, base: baseIn(asked.base) })
  const next = await nextWords(task.task, opened)
  return screen.answer({ task, placement }, () =>
    [`Task ${task.task} is queued. ${next}`, ...unreadHint(placement), ''].join('\n'),
  )
}

type Values = Omit<NewTask, 'title' | 'prompt' | 'agent' | 'argv' | 'fallback'>

/** The command line wins over the config, and the config over the defaults. */
const valuesIn = (asked: AddAsked, config: Config, project: Project): Values => ({
  cwd: folderOf(asked.cwd, project),
  flow: asked.flow,
  phase: asked.phase ?? null,
  setup: asked.setup ?? config.stages.setup ?? null,
  baseline: asked.baseline ?? config.stages.baseline ?? null,
  verify: asked.verify ?? config.stages.verify ?? null,
  expectChanges: !asked.noExpectChanges && !readsOnly(asked.flow),
  limits: { ...config.limits, ...limitsIn(asked) },
  budget: budgetIn(asked, { ...defaultBudget, ...config.budget }),
  isParallel: asked.parallel,
  hasOwnTree: ownTreeIn(asked.worktree, project),
  comparesTests: compareIn(asked, config, project),
})

const nextWords = async (task: number, opened: OpenedStore): Promise<string> =>
  opened.isShared === true ? startWords(task, opened) : `Run it: mayday run --task ${task}`

/** Nodes of the fleet check it too. */
function baseIn(base: string | undefined): string | null {
  if (base === undefined) return null
  const read = v.safeParse(baseName, base)
  if (read.success) return read.output
  throw new UsageError(`--base needs the name of a branch on the remote, or a commit, not '${base}'.`)
}

/** The title is the prompt. For a prompt file it is the first line, if that is usable. */
async function wordsOf(
  { title, promptFile: path }: AddAsked,
  terminal: Terminal,
): Promise<Pick<TaskSpec, 'title' | 'prompt'>> {
  const said = title.join(' ').trim()
  const prompt = path === undefined ? said : await readPromptFile(path, terminal)
  if (prompt.trim() === '')
    throw new UsageError(
      path === undefined
        ? 'Missing title. Try: mayday add "Fix the flaky login test" --agent claude'
        : `--prompt-file ${path} is empty. Write the prompt into it.`,
    )
  return { title: redact(titleOf(said === '' ? prompt : said), secretsFromEnv(process.env)), prompt }
}

/** Relative to the root. The default is the working directory, if it is inside the project. */
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
    throw new UsageError(`The folder ${path} cannot be used (${code}). Name an existing folder.`)
  }
}
