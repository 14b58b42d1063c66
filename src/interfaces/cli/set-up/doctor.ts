import { agentProfiles } from '../../../agents/profiles.ts'
import { knownAgents } from '../../../agents/known-agents.ts'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { MaydayError } from '../../../errors.ts'
import { findProject, type Project } from '../../../record/project.ts'
import type { Store } from '../../../record/store.ts'
import { checkStateHome, whyUnwritable } from '../../../record/record-folder.ts'
import { STATE_VARIABLE } from '../../../record/state-home.ts'
import { recover } from '../../../scheduling/recover.ts'
import { wallClock } from '../../../scheduling/sleep-until.ts'
import { checkRecord } from '../../../supervision/check-record.ts'
import { checkDatabaseFile, checkState } from '../../../supervision/check-state.ts'
import { checkSystem } from '../../../supervision/check-system.ts'
import { fine, problem, warning, type Finding } from '../../../supervision/finding.ts'
import { openProcesses } from '../../../supervision/processes/open-processes.ts'
import type { ReconcileContext } from '../../../supervision/reconcile.ts'
import { findRunFolders } from '../../../supervision/run-folders.ts'
import { countOf } from '../../../signals/count-of.ts'
import type { Answer } from '../answers.ts'
import type { Screen } from '../command.ts'
import { exitWith } from '../exit-codes.ts'
import { findUntrusted, projectConfig } from '../config/project-config.ts'
import { hasDatabase, openStore } from '../record/open-store.ts'
import { renderFindings } from './render-findings.ts'
import { startAdopter } from '../record/launch-mayday.ts'

export type ToldFinding = Omit<Finding, 'fix'> & {
  /** What --fix did; null if it did nothing. */
  readonly fixed: string | null
  /** True if --fix can fix it. */
  readonly fixable: boolean
}

export async function runDoctor(
  { fix }: { readonly fix: boolean },
  screen: Screen<Answer<'mayday.doctor/1'>>,
): Promise<number> {
  const project = findProject(process.cwd(), process.env)
  const findings = [
    ...(await checkMachine(project)),
    ...(await checkTrust(project)),
    ...(await checkContext(project, fix)),
  ]
  const isLeft = findings.some(({ level, fixed }) => level === 'problem' && fixed === null)
  return screen.answer(
    { root: project.root, findings },
    () => renderFindings(findings, screen),
    exitWith(isLeft ? 'failed' : 'succeeded'),
  )
}

async function checkMachine({ root }: Project): Promise<readonly ToldFinding[]> {
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(process.env)) if (value !== undefined) env[name] = value
  return (await checkSystem({ root, env, processes: openProcesses(), agents: agentProfiles })).map(untouched)
}

async function checkTrust(project: Project): Promise<readonly ToldFinding[]> {
  if ((await findUntrusted(project)) === null) return []
  const says = 'mayday.yaml executes something that nobody has trusted yet; none of it is used.'
  return [untouched(warning('trust', says, { next: 'Look at it and decide: mayday trust' }))]
}

const untouched = ({ fix, ...finding }: Finding): ToldFinding => ({
  ...finding,
  fixed: null,
  fixable: fix !== undefined,
})

async function checkContext(project: Project, fixes: boolean): Promise<readonly ToldFinding[]> {
  const obstacle = findObstacle(project)
  if (obstacle !== null) return [untouched(obstacle)]
  const state = checkState(project)
  if (state === null) return [untouched(fine('record', `Nothing is recorded here yet (${project.root}).`))]
  const told = await fixAll(state, fixes)
  return state.some(({ level }) => level === 'problem')
    ? told
    : [...told, ...(await checkStore(project, fixes))]
}

/** Problems that would prevent the first run from being recorded. */
function findObstacle({ record }: Project): Finding | null {
  const next = `Set ${STATE_VARIABLE} to a folder that you can write.`
  try {
    checkStateHome(dirname(record))
  } catch (error) {
    if (!(error instanceof MaydayError)) throw error
    return problem('record', `${dirname(record)} is not a folder.`, { next })
  }
  const why = existsSync(record) ? null : whyUnwritable(record)
  return why === null ? null : problem('record', `${record} cannot be made (${why}).`, { next })
}

/** Without --fix a damaged or missing database is only reported, because opening it would replace it. */
async function checkStore(project: Project, fixes: boolean): Promise<readonly ToldFinding[]> {
  const damage = checkDatabaseFile(project) ?? checkMissing(project)
  if (damage !== null && !fixes) return [{ ...untouched(damage), fixable: true }]
  if (damage === null && !hasDatabase(project))
    return [untouched(fine('database', 'No run is recorded here yet.'))]
  const repaired =
    damage === null ? [] : [{ ...untouched(damage), fixed: 'A new one was made.', fixable: true }]
  try {
    const opened = await openStore({ reconciles: false, repairs: fixes })
    using store = opened.store
    const told = await checkOpened(store, project, fixes)
    if (fixes && store.replaced() !== null) store.forgetReplaced()
    return [...repaired, ...told]
  } catch (error) {
    if (!(error instanceof MaydayError)) throw error
    return [untouched(problem('database', error.message))]
  }
}

function checkMissing(project: Project): Finding | null {
  const folders = findRunFolders(project).length
  if (folders === 0 || hasDatabase(project)) return null
  return problem(
    'database',
    `The database is missing, but ${countOf(folders, 'run folder exists', 'run folders exist')}.`,
    {
      next: 'Import the runs again from their files: mayday doctor --fix',
    },
  )
}

const checkOpened = (store: Store, project: Project, fixes: boolean): Promise<readonly ToldFinding[]> => {
  const context = { store, project, processes: openProcesses(), knownAgents }
  return fixAll(
    checkRecord({
      ...context,
      startAdopter: () => startAdopter(project),
      importRuns: () => importRuns(context),
    }),
    fixes,
  )
}

/** Does everything that recover does, for the run folders of all days. */
async function importRuns(context: ReconcileContext): Promise<number> {
  const { schedule, lessons } = await projectConfig()
  const { taken, orphans } = await recover({ ...context, clock: wallClock, schedule, lessons }, 'all')
  if (orphans > 0) startAdopter(context.project)
  return taken.length
}

async function fixAll(findings: readonly Finding[], fixes: boolean): Promise<readonly ToldFinding[]> {
  const told: ToldFinding[] = []
  for (const finding of findings) {
    const fixed = fixes && finding.fix !== undefined ? await finding.fix() : null
    told.push({ ...untouched(finding), fixed })
  }
  return told
}
