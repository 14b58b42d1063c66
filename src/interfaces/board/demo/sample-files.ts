/** The files of the sample project, and how its runs change them. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findGit } from '../../../record/git.ts'
import { openGit } from '../../../recovery/snapshots/git-steps.ts'
import { workRefs } from '../../../supervision/changes/keep-work.ts'
import type { SampleLog } from './sample-logs.ts'

type Files = Readonly<Record<string, string>>

const login = (...body: readonly string[]): string =>
  ['from shop import authenticate, redirect, render', '', '', 'def login(request):', ...body, ''].join('\n')

const TRY = [
  '    user = authenticate(request.form)',
  '    if user is None:',
  '        return render("login.html", error=True)',
]

const baseFiles: Files = {
  'README.md': '# shop\n\nA sample project of `mayday board --demo`.\n',
  'src/login.py': login(...TRY, '    hooks.run("after_login", user)', '    return redirect("/account")'),
  'src/legacy/hooks.py':
    'HOOKS = {}\n\n\ndef run(name, user):\n    for hook in HOOKS.get(name, []):\n        hook(user)\n',
  'src/cart/total.ts':
    "import type { Row } from './row.ts'\n\nexport const total = (rows: readonly Row[]): number =>\n  rows.reduce((sum, { price, count }) => sum + price * count, 0)\n",
  'tests/test_login.py':
    'from shop.testing import client\n\n\ndef test_login_redirects():\n    response = client.get("/account")\n    assert response.status_code == 302\n',
}

/** The files after each attempt, by log. The last entry applies to all later attempts too. */
const work: Readonly<Partial<Record<SampleLog, readonly Files[]>>> = {
  tests: [
    {
      'src/login.py': login(...TRY, '    session.start(user)', '    return redirect("/account")'),
    },
    {
      'src/login.py': login(...TRY, '    session.renew(user)', '    return redirect("/account", code=302)'),
      'src/session.py': 'def renew(user):\n    user.session = new_session()\n',
    },
    {
      'src/login.py': login(
        ...TRY,
        '    session.renew(user)',
        '    return render("account.html", user=user)',
      ),
      'src/session.py': 'def renew(user):\n    user.session = new_session()\n    user.session.seen = now()\n',
      'tests/test_session.py': 'def test_renew():\n    assert renew(user) is None\n',
    },
  ],
  build: [
    {
      'src/cart/total.ts':
        "import { priceOf } from './price.ts'\nimport type { Row } from './row.ts'\n\nexport const total = (rows: readonly Row[]): number =>\n  rows.reduce((sum, row) => sum + priceOf(row), '0')\n",
      'src/cart/price.ts': 'export const priceOf = (row) => row.price * row.count\n',
    },
  ],
  ok: [
    {
      'src/login.py': login(
        ...TRY,
        '    target = request.args.get("next", "/account")',
        '    return redirect(target if is_local(target) else "/account")',
      ),
      'src/legacy/hooks.py': 'HOOKS = {}\n',
      'tests/test_login.py': `${baseFiles['tests/test_login.py'] ?? ''}\n\ndef test_keeps_the_query():\n    response = client.post("/login?next=/cart", data=USER)\n    assert response.headers["location"] == "/cart"\n`,
    },
  ],
}

/** The files of an attempt, counted from 0; null if it changed nothing. */
export const workOf = (log: SampleLog, attempt: number): Files | null =>
  work[log]?.[attempt] ?? work[log]?.at(-1) ?? null

export type SampleWork = { readonly runId: string; readonly files: Files }

/** No settings of the machine or the user. */
const GIT_ENVIRONMENT = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Sample',
  GIT_AUTHOR_EMAIL: 'sample@localhost',
  GIT_COMMITTER_NAME: 'Sample',
  GIT_COMMITTER_EMAIL: 'sample@localhost',
}

/** Commits the files of the project. Without git on this machine the sample has no diffs. */
export function commitProject(root: string): boolean {
  for (const [path, text] of Object.entries(baseFiles)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const env = { PATH: process.env['PATH'], HOME: root, ...GIT_ENVIRONMENT }
  const git = (...args: readonly string[]): boolean =>
    spawnSync('git', args, { cwd: root, env, stdio: 'ignore' }).status === 0
  return (
    git('init', '--quiet', '--initial-branch=main', '--template=') &&
    git('add', '--all') &&
    git('commit', '--quiet', '--message=A small shop') &&
    findGit(root) !== null
  )
}

/** Stores the states before and after every run. One git process writes all of them. */
export async function keepSampleWork(root: string, runs: readonly SampleWork[], now: Date): Promise<void> {
  const git = openGit({ cwd: root })
  const base = await git.word(['rev-parse', 'HEAD'])
  const input = runs.map((run) => commitsOf(run, base, Math.floor(now.getTime() / 1000))).join('')
  await git.run(['fast-import', '--quiet'], { input: `feature done\n${input}done\n` })
}

const dataOf = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`

function commitsOf({ runId, files }: SampleWork, base: string, at: number): string {
  const { before, after } = workRefs(runId)
  const changes = Object.entries(files).map(([path, text]) => `M 100644 inline ${path}\n${dataOf(text)}`)
  const author = `committer Mayday <mayday@localhost> ${at} +0000`
  return `reset ${before}\nfrom ${base}\n\ncommit ${after}\n${author}\n${dataOf('after')}from ${base}\n${changes.join('')}\n`
}
