/**
 * Git commands that talk to a remote.
 *
 * G1 The URL is one that the user has confirmed. The settings of the repository do not choose it.
 * G2 A setting of the repository that would execute a program or replace the URL is refused by name. The same setting
 * in the user's own git config works.
 * G3 Only file, git, http, https and ssh are used. Nothing is asked: without a stored login git fails.
 * G4 No message contains the login in a URL.
 */
import { redact, secretsFromEnv } from '../secrets/secrets.ts'
import { fieldsOf, findGit, outputOf } from './git.ts'
import { startGit } from './run-git.ts'

/** A fetch of a large repository takes minutes. */
const TIMEOUT_MS = 10 * 60_000
/** Enough for what a server says about a refused push. */
const MOST_SAID = 16_000

export type RemoteAnswer =
  | { readonly kind: 'done'; readonly output: string }
  | { readonly kind: 'failed'; readonly said: string }

/** Settings by which a repository chooses a program or another address for a remote. */
const CHOOSES =
  /^(?:core\.(?:sshcommand|gitproxy|askpass)|credential\.(?:.*\.)?helper|url\..*\.(?:push)?insteadof)$/

const USER_SCOPES: ReadonlySet<string> = new Set(['system', 'global'])

export async function askRemote(args: readonly string[], cwd: string): Promise<RemoteAnswer> {
  const settings = await readSettings(cwd)
  if (settings === null) return { kind: 'failed', said: `git cannot read the settings of ${cwd}` }
  const own = settings.find(({ key, isUsers }) => !isUsers && CHOOSES.test(key))
  if (own !== undefined)
    return {
      kind: 'failed',
      said: `the repository sets ${own.key}, which Mayday does not follow. Set it in your own git config: git config --global ${own.key} …`,
    }
  const child = await startGit([...quietSsh(settings), ...args], cwd, {
    errors: 'pipe',
    timeoutMs: TIMEOUT_MS,
    env: { GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh' },
  })
  if (child === null) return { kind: 'failed', said: `git cannot be started in ${cwd}` }
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString('utf8')).slice(-MOST_SAID)))
  const output = await outputOf(child)
  return output === null
    ? { kind: 'failed', said: withoutLogins(said) }
    : { kind: 'done', output: output.toString('utf8') }
}

type Setting = { readonly key: string; readonly isUsers: boolean }

async function readSettings(cwd: string): Promise<readonly Setting[] | null> {
  const place = findGit(cwd)
  if (place === null) return null
  const child = await startGit(['config', '--list', '--show-scope', '-z'], cwd)
  const output = child === null ? null : await outputOf(child)
  if (output === null) return null
  const fields = fieldsOf(output)
  return fields.flatMap((scope, at) =>
    at % 2 === 0 && scope !== 'command'
      ? [{ key: (fields[at + 1] ?? '').split('\n', 1).join(''), isUsers: USER_SCOPES.has(scope) }]
      : [],
  )
}

/** G3. An own command of the user stays as it is. */
function quietSsh(settings: readonly Setting[]): readonly string[] {
  const isSet =
    process.env['GIT_SSH_COMMAND'] !== undefined ||
    process.env['GIT_SSH'] !== undefined ||
    settings.some(({ key }) => key === 'core.sshcommand')
  return isSet ? [] : ['-c', 'core.sshCommand=ssh -o BatchMode=yes']
}

/** G4. */
export const withoutLogins = (text: string): string =>
  redact(text.replaceAll(/:\/\/[^\s/@'"]+@/g, '://'), secretsFromEnv(process.env))

/** The names and URLs of the repository's remotes, as git uses them. */
export async function readRemote(
  name: string,
  cwd: string,
): Promise<{ readonly fetch: string; readonly push: string } | null> {
  const ask = async (...words: readonly string[]): Promise<string | null> => {
    const child = await startGit(['remote', 'get-url', ...words, name], cwd)
    return (child === null ? null : await outputOf(child))?.toString('utf8').split('\n', 1).join('') ?? null
  }
  const [fetch, push] = [await ask(), await ask('--push')]
  return fetch === null || push === null ? null : { fetch, push }
}

export async function remoteNames(cwd: string): Promise<readonly string[]> {
  const child = await startGit(['remote'], cwd)
  const output = child === null ? null : await outputOf(child)
  return (output?.toString('utf8') ?? '').split('\n').filter((name) => name !== '')
}
