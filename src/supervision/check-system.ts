/** What a run needs of the machine, looked at without changing anything. */
import type { AgentProfile } from './profiles/profile.ts'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MaydayError } from '../errors.ts'
import { askVersion } from './ask-version.ts'
import { fine, problem, warning, type Finding } from './finding.ts'
import { findObstacle } from '../record/git-obstacle.ts'
import { findGit } from '../record/git.ts'
import { readGitVersion } from '../record/run-git.ts'
import { findProgram, LEAST_FREE_BYTES } from './launch.ts'
import { limitMemory, NoMemoryLimitError, releaseMemory } from './memory-limit.ts'
import type { Processes } from './processes/processes.ts'
import { markOf } from './processes/run-mark.ts'
import type { Environment } from './run-folder.ts'
import { commandLine, parseExit } from './wrapper.ts'
import { wrapperFor } from './wrapper-kinds.ts'

const OLDEST_NODE = 24
/** One night of runs can fill this much. */
const LITTLE_FREE_BYTES = 1024 ** 3
const MEGABYTE = 1024 ** 2

export type System = {
  readonly root: string
  readonly env: Environment
  readonly processes: Processes
  /** Those that Mayday knows. */
  readonly agents: readonly AgentProfile[]
}

export async function checkSystem({ root, env, processes, agents }: System): Promise<readonly Finding[]> {
  return [
    checkNode(process.versions.node),
    await checkGit(root),
    checkWrapper(),
    checkProcesses(processes),
    await checkMemory(),
    checkDisk(root),
    await checkAgents(root, env, agents),
  ]
}

const checkNode = (version: string): Finding =>
  Number.parseInt(version, 10) >= OLDEST_NODE
    ? fine('node', `Node ${version}.`)
    : problem('node', `Node ${version} is too old.`, { next: `Install Node ${OLDEST_NODE} or newer.` })

async function checkGit(root: string): Promise<Finding> {
  const version = await readGitVersion()
  return version === null
    ? warning('git', 'git is not on PATH: changed files are found by scanning all files.', {
        next: 'Install git, so that branches and unmerged work are known too.',
      })
    : (unreadable(root) ?? fine('git', `git ${version}.`))
}

function unreadable(root: string): Finding | null {
  const place = findGit(root)
  const obstacle = place === null ? null : findObstacle(place)
  return obstacle === null
    ? null
    : warning('git', `Mayday does not use git here: ${obstacle}.`, {
        next: 'Fix it, so that changed files, branches and unmerged work are known.',
      })
}

const MAY_ESCAPE =
  'A process that leaves its session and drops its environment outlives its run here, and is not found.'

/**
 * Starts an empty command under a wrapper. A wrapper that adopts or marks its command's processes finds them again.
 */
function findsStrays(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'mayday-wrapper-'))
  try {
    const mark = markOf('doctor')
    const [program, ...args] = commandLine(wrapperFor(), { folder, prefix: '', mark, argv: ['true'] })
    spawnSync(program, args, { stdio: 'ignore', timeout: 10_000 })
    const exit = parseExit(readFileSync(join(folder, 'exit'), 'utf8'))
    return exit?.reaps === true || exit?.isMarked === true
  } catch {
    // The wrapper wrote nothing, so it finds no strays. A run reports why.
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function checkWrapper(): Finding {
  try {
    const { kind, program } = wrapperFor()
    const escapes = findsStrays() ? '' : ` ${MAY_ESCAPE}`
    if (kind === 'perl')
      return escapes === ''
        ? fine('wrapper', `Workers are started by ${program}.`)
        : warning('wrapper', `Workers are started by ${program}.${escapes}`)
    return warning(
      'wrapper',
      `Workers are started by ${program}: some signals look like exit codes.${escapes}`,
      {
        next: 'Install perl, which distinguishes them.',
      },
    )
  } catch (error) {
    if (!(error instanceof MaydayError)) throw error
    return problem('wrapper', error.message)
  }
}

const processWords = { proc: 'read from /proc', ps: 'listed by ps' } as const

const checkProcesses = ({ kind }: Processes): Finding =>
  kind === 'none'
    ? problem(
        'processes',
        'This system shows no process table: workers can be neither watched nor stopped.',
        {
          next: 'Mount /proc, or install ps (procps).',
        },
      )
    : fine('processes', `Processes are ${processWords[kind]}.`)

/** Makes a limit and removes it again. No other check is reliable. */
async function checkMemory(): Promise<Finding> {
  try {
    await releaseMemory(limitMemory(64 * MEGABYTE))
    return fine('memory', 'Memory can be limited (mayday run --memory).')
  } catch (error) {
    if (!(error instanceof NoMemoryLimitError)) throw error
    return warning('memory', 'Memory cannot be limited here; mayday run --memory is refused.')
  }
}

function checkDisk(root: string): Finding {
  const free = freeBytes(root)
  if (free === null) return warning('disk', `The free space of ${root} is unknown.`)
  const words = `${Math.floor(free / MEGABYTE)} MiB free on the disk of ${root}`
  const next = 'Make room, e.g.: mayday clean --older-than 7d'
  if (free < LEAST_FREE_BYTES) return problem('disk', `${words}: too little to start a run.`, { next })
  if (free < LITTLE_FREE_BYTES) return warning('disk', `${words}, which is low.`, { next })
  return fine('disk', `${Math.floor(free / LITTLE_FREE_BYTES)} GiB free.`)
}

function freeBytes(root: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(root)
    return bavail * bsize
  } catch {
    // The file system does not report free space. The finding says so.
    return null
  }
}

async function checkAgents(
  root: string,
  env: Environment,
  agents: readonly AgentProfile[],
): Promise<Finding> {
  const found = agents.flatMap(({ name, argvFor }) => {
    const program = findProgram(argvFor('')[0] ?? name, root, env)
    return program.kind === 'found' ? [{ name, path: program.path }] : []
  })
  const names = agents.map(({ name }) => name).join(', ')
  if (found.length === 0)
    return warning('agents', `None of the agents that Mayday knows is on PATH (${names}).`, {
      next: 'Any other command can be run too: mayday run -- COMMAND',
    })
  const asked = await Promise.all(
    found.map(async ({ name, path }) => ({ name, ...(await askVersion(path, env)) })),
  )
  const broken = asked.filter(({ trouble }) => trouble !== null)
  const onPath = `Agents on PATH: ${asked.map(({ name }) => name).join(', ')}.`
  if (broken.length === 0) return fine('agents', onPath)
  const each = broken.map(({ name, trouble }) => `${name} --version fails: ${trouble ?? ''}`)
  return warning('agents', `${onPath} ${each.join(' ')}`, {
    next: 'Install it again. See its state: mayday agents',
  })
}
