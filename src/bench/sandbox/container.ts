/** Docker and podman. */
import { execFile } from 'node:child_process'
import { userInfo } from 'node:os'
import type { Environment } from '../../supervision/run-folder.ts'
import type { Sandbox } from '../suite/task.ts'
import { engineWords } from './sandbox-variables.ts'
import type { Wrapping } from './sandbox.ts'

const LABEL = 'mayday.attempt'

/** Stops a fork bomb. No build needs as many processes. */
const MOST_PROCESSES = 4096

/** A container shares only the folders of the attempt with the machine. */
export function containerWords({ sandbox, place, variables, env, promptFile }: Wrapping): readonly string[] {
  const { uid, gid } = userInfo()
  const mounts = [place.tree, place.home, place.temp].flatMap((path) => ['-v', `${path}:${path}`])
  const prompt = promptFile === null ? [] : ['-v', `${promptFile}:${promptFile}:ro`]
  return [
    'run',
    '--rm',
    '-i',
    '--init',
    '--label',
    `${LABEL}=${place.id}`,
    '--cap-drop',
    'ALL',
    '--security-opt',
    'no-new-privileges',
    '--pids-limit',
    String(MOST_PROCESSES),
    ...(uid < 0 ? [] : ['--user', `${uid}:${gid}`]),
    ...(sandbox.hasNetwork ? [] : ['--network', 'none']),
    ...mounts,
    ...prompt,
    '-w',
    place.tree,
    '-e',
    `HOME=${place.home}`,
    '-e',
    `TMPDIR=${place.temp}`,
    ...(promptFile === null ? [] : ['-e', `MAYDAY_PROMPT_FILE=${promptFile}`]),
    ...engineWords(variables, env).flatMap((word) => ['-e', word]),
    // The command replaces the entry point of the image.
    '--entrypoint',
    '',
    sandbox.image ?? '',
  ]
}

/** B2: removes the containers that an attempt left. An engine that has none, or that is missing, is not an error. */
export async function endContainers({ engine }: Sandbox, id: string, env: Environment): Promise<void> {
  if (engine === 'bwrap') return
  const left = await output(engine, ['ps', '-aq', '--filter', `label=${LABEL}=${id}`], env)
  const ids = left.split('\n').filter((word) => word !== '')
  if (ids.length > 0) await output(engine, ['rm', '-f', ...ids], env)
}

/** An engine that does not answer must not block the series. */
const ANSWER_MS = 30_000

const output = (engine: string, args: readonly string[], env: Environment): Promise<string> =>
  new Promise((done) => {
    execFile(engine, args, { env, timeout: ANSWER_MS }, (_error, stdout) => done(stdout))
  })
