import { instructionFiles } from '../../../agents/names.ts'
import { accessSync, constants, lstatSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { loadConfig } from '../../../config/load-config.ts'
import { MaydayError, UsageError } from '../../../errors.ts'
import { realInside } from '../../../record/inside-project.ts'
import { appendPlain } from '../../../record/plain-file.ts'
import { findProject, type Project } from '../../../record/project.ts'
import { prepareRecordFolder } from '../../../record/record-folder.ts'
import { hasOwner, writeOwner } from '../../../record/record-owner.ts'
import { codeOf, readOrNull, replaceFile } from '../../../record/replace-file.ts'
import { instructionLines, withInstructions, type InstructionEdit } from './agent-instructions.ts'
import { askPerson, isPerson } from '../screen/ask-person.ts'
import type { Answer } from '../answers.ts'
import type { Screen, Terminal } from '../command.ts'
import { findUntrusted } from '../config/project-config.ts'
import { styleFor } from '../screen/style.ts'
import { reportPlace } from '../record/report-place.ts'

/** A file for agents, its real path, and the planned change. */
type FilePlan = InstructionEdit & {
  readonly name: string
  readonly path: string
  readonly before: Buffer | null
}

export type InitAsked = { readonly yes: boolean; readonly json: boolean }

export async function runInit(
  { yes, json }: InitAsked,
  screen: Screen<Answer<'mayday.init/1'>>,
): Promise<number> {
  const project = findProject(process.cwd(), process.env)
  const lines = instructionLines(Object.keys((await loadConfig(project, process.env)).readable.reasons))
  const plans = planFiles(project, lines)
  await reportPlace(project)
  const isNew = await makeRecord(project)
  const wanted = plans.filter(({ action }) => action !== 'none')
  if (!json) screen.out(renderPlan(project, { isNew, plans, lines, wanted }, screen))
  const written =
    wanted.length > 0 &&
    (yes || (!json && isPerson(screen) && (await askPerson(screen, `Write it to ${namesOf(wanted)}?`))))
  if (written) writePlans(wanted, project)
  const code = screen.answer(initJson(project, { isNew, plans, lines, written }), () =>
    lastWords(wanted, { written, isAsked: isPerson(screen) }),
  )
  if (!json) await offerTrust(project, screen)
  return code
}

/** For a project that already has a mayday.yaml. `--yes` covers the instructions, not trust. */
async function offerTrust(project: Project, terminal: Terminal): Promise<void> {
  const asked = await findUntrusted(project)
  if (asked === null) return
  const { askForTrust, isInsideRun } = await import('../config/require-trust.ts')
  if (!isPerson(terminal) || isInsideRun()) {
    const keys = asked.executing.values.map(({ key }) => key).join(', ')
    terminal.out(`mayday.yaml executes something that nobody has trusted yet (${keys}): mayday trust\n`)
  } else if (await askForTrust(asked, terminal)) terminal.out('Trusted. Undo: mayday trust --revoke\n')
}

/** The existing files; AGENTS.md if there is none. Two names of the same file count once. */
function planFiles({ root }: Project, lines: readonly string[]): readonly FilePlan[] {
  if (statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(
      `There is no folder ${root}. Make it, or set MAYDAY_DIR to the folder of the project.`,
    )
  const there = ['AGENTS.md', ...instructionFiles].filter((name) => isThere(join(root, name)))
  const seen = new Set<string>()
  return (there.length === 0 ? ['AGENTS.md'] : there).flatMap((name) => {
    const path = whileTouching(name, () => realInside(root, name))
    const found = statSync(path, { bigint: true, throwIfNoEntry: false })
    const identity = found === undefined ? path : `${found.dev}:${found.ino}`
    if (seen.has(identity)) return []
    seen.add(identity)
    return [planFile(name, path, lines)]
  })
}

/** True for a link, even if its target does not exist. */
const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

function planFile(name: string, path: string, lines: readonly string[]): FilePlan {
  const before = whileTouching(name, () => readOrNull(path))
  return { name, path, before, ...withInstructions(before, name, lines) }
}

/** True if it was created now. */
async function makeRecord(project: Project): Promise<boolean> {
  prepareRecordFolder(project.record)
  const isNew = !hasOwner(project)
  if (isNew) await writeOwner(project)
  return isNew
}

/** Writes no file if one of them cannot be written. */
function writePlans(plans: readonly FilePlan[], { record }: Project): void {
  for (const { name, path } of plans) checkWritable(name, path)
  for (const plan of plans)
    if (!whileTouching(plan.name, () => writePlan(plan, record)))
      throw new MaydayError(
        'INIT_REFUSED',
        `${plan.name} was changed by another program. Run again: mayday init`,
      )
}

/** Appended text is written into the existing file, because it may have a second hard link. */
function writePlan({ path, action, before, bytes }: FilePlan, record: string): boolean {
  if (action !== 'append') return replaceFile(path, { before, after: bytes }, { record })
  appendPlain(path, bytes.subarray(before?.length ?? 0))
  return true
}

/** A file that its owner made read-only stays unchanged, even if this user could write it. */
function checkWritable(name: string, path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return
  if ((found.mode & 0o222) === 0) throw untouchable(name, 'is read-only')
  whileTouching(name, () => accessSync(path, constants.W_OK))
}

function whileTouching<T>(name: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    const code = error instanceof MaydayError ? '' : codeOf(error)
    if (code === '') throw error
    throw untouchable(name, `cannot be used (${code})`, error)
  }
}

const untouchable = (name: string, why: string, cause?: unknown): MaydayError =>
  new MaydayError('INIT_REFUSED', `${name} ${why}. Change who may write it, then run: mayday init`, { cause })

const namesOf = (plans: readonly FilePlan[]): string => plans.map(({ name }) => name).join(' and ')

type Planned = {
  readonly isNew: boolean
  readonly plans: readonly FilePlan[]
  /** The lines of the instructions. */
  readonly lines: readonly string[]
}

function renderPlan(
  { record }: Project,
  { isNew, plans, lines, wanted }: Planned & { readonly wanted: readonly FilePlan[] },
  { colour }: Terminal,
): string {
  const style = styleFor(colour)
  const done = plans.filter(({ action }) => action === 'none')
  return [
    `${style.green('✓')} The record of this project ${isNew ? 'is now' : 'is'} in ${record}`,
    ...done.map(({ name }) => `${style.green('✓')} ${name} has the instructions already.`),
    ...(wanted.length === 0
      ? []
      : ['', `${purposeOf(wanted)}:`, '', ...lines.map((line) => style.dim(`  ${line}`.trimEnd())), '']),
    '',
  ].join('\n')
}

const purposeOf = (wanted: readonly FilePlan[]): string =>
  wanted.every(({ action }) => action === 'replace')
    ? `The instructions in ${namesOf(wanted)} are outdated. The new ones`
    : `This goes into ${namesOf(wanted)}, so that agents say why they stopped`

function lastWords(
  wanted: readonly FilePlan[],
  { written, isAsked }: { written: boolean; isAsked: boolean },
): string {
  if (wanted.length === 0) return ''
  if (written) return `${namesOf(wanted)} written.\n`
  return isAsked
    ? `${namesOf(wanted)} left as ${wanted.length === 1 ? 'it is' : 'they are'}.\n`
    : `Nothing of that was written yet. To write it: mayday init --yes\n`
}

const initJson = (
  { root, record }: Project,
  { isNew, plans, lines, written }: Planned & { written: boolean },
): Answer<'mayday.init/1'> => ({
  root,
  record: { path: record, made: isNew },
  files: plans.map(({ name, action }) => ({ name, action, written: written && action !== 'none' })),
  instructions: lines.join('\n'),
})
