import { MaydayError } from '../../../errors.ts'
import { fieldsOf } from '../../../record/git.ts'
import { runGit } from '../../../record/run-git.ts'

export type Branch = {
  readonly tip: string
  /** The work tree that has the branch checked out. There is at most one. */
  readonly tree: string | null
}

export type Refs = {
  readonly heads: ReadonlyMap<string, Branch>
  /** Remote branches by their short names: `origin/main`. */
  readonly remotes: ReadonlyMap<string, string>
  /** The main branch according to the remote. */
  readonly originHead: string | null
}

/** The main branch, both the local and the remote one. Either may be ahead. */
export type Main = {
  /** A name that git understands. */
  readonly name: string
  readonly tips: readonly string[]
}

/** The main branch cannot be found here. */
export class UnmergedError extends MaydayError {
  constructor(message: string) {
    super('UNMERGED', message)
  }
}

const FIELDS = ['refname', 'objectname', 'symref', 'worktreepath']
const FORMAT = FIELDS.map((field) => `%(${field})%00`).join('')

/** Starts one git process for all refs. */
export async function readRefs(top: string): Promise<Refs | null> {
  const output = await runGit(['for-each-ref', `--format=${FORMAT}`, 'refs/heads', 'refs/remotes'], top)
  if (output === null) return null
  const fields = fieldsOf(output).map((field) => Buffer.from(field, 'latin1').toString('utf8'))
  const heads = new Map<string, Branch>()
  const remotes = new Map<string, string>()
  let originHead: string | null = null
  for (let at = 0; at + FIELDS.length <= fields.length; at += FIELDS.length) {
    const [name = '', tip = '', target = '', tree = ''] = fields.slice(at, at + FIELDS.length)
    const ref = name.trimStart()
    if (ref === 'refs/remotes/origin/HEAD') originHead = target.replace(/^refs\/remotes\/origin\//, '')
    else if (ref.startsWith('refs/heads/')) heads.set(ref.slice(11), { tip, tree: tree === '' ? null : tree })
    else remotes.set(ref.slice(13), tip)
  }
  return { heads, remotes, originHead }
}

/** The requested branch, else the remote's, else main or master. */
export function findMain({ heads, remotes, originHead }: Refs, wanted?: string): Main {
  const tipsOf = (name: string): readonly string[] =>
    [heads.get(name)?.tip, remotes.get(name), remotes.get(`origin/${name}`)].filter(
      (tip) => tip !== undefined,
    )
  const names = wanted === undefined ? [originHead, 'main', 'master'] : [wanted]
  for (const name of names) {
    const tips = name === null ? [] : tipsOf(name)
    if (name !== null && tips.length > 0)
      return { name: heads.has(name) || remotes.has(name) ? name : `origin/${name}`, tips }
  }
  throw new UnmergedError(
    wanted === undefined
      ? 'No main branch to compare with: there is no origin/HEAD, main or master with a commit. Name it: mayday unmerged --main BRANCH'
      : `There is no branch '${wanted}' to compare with. See the branches: git branch --all`,
  )
}
