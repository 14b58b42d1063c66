/** The actions and the output of the sample's agents. They contain no verdicts: the real diagnosis reads them. */

export type SampleStep =
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'run'; readonly command: string; readonly output: string }
  | { readonly kind: 'edit'; readonly path: string }

const say = (text: string): SampleStep => ({ kind: 'say', text })
const run = (command: string, output: string): SampleStep => ({ kind: 'run', command, output })
const edit = (path: string): SampleStep => ({ kind: 'edit', path })

type Check = { readonly command: string; readonly output: string; readonly exitCode: number }

/** An agent follows its steps, or prints a text. The final test of its work comes after it. */
type Sample = {
  readonly does: readonly SampleStep[] | string
  readonly exitCode: number
  readonly check: Check | null
}

const pytest = (output: string, exitCode: number): Check => ({ command: 'pytest -q', output, exitCode })

export type SampleLog = keyof typeof sampleLogs

export const sampleLogs = {
  tests: {
    does: [
      say('I will look at how the login redirects before I change anything.'),
      run(
        'rg -n redirect src',
        'src/login.py:9:    return redirect(request.args["next"])\nsrc/legacy/hooks.py:2:def after_login(user):',
      ),
      run('cat src/login.py', 'def login(request):\n    user = authenticate(request.form)\n'),
      say('The session has to be renewed before the redirect.'),
      edit('src/login.py'),
      run('pytest -q tests/test_session.py', '....   [100%]\n4 passed in 0.11s'),
      say('Done: the session is renewed before the redirect.'),
    ],
    exitCode: 0,
    check: pytest(
      `.....F..                                                                 [100%]
=================================== FAILURES ===================================
______________________________ test_login_redirects _____________________________
    def test_login_redirects():
        response = client.get('/account')
>       assert response.status_code == 302
E       assert 200 == 302
tests/test_login.py:18: AssertionError
=========================== short test summary info ============================
FAILED tests/test_login.py::test_login_redirects - assert 200 == 302
1 failed, 7 passed in 0.42s
`,
      1,
    ),
  },
  build: {
    does: [
      say('I will move the price into a module of its own.'),
      run(
        'rg -n price src/cart',
        'src/cart/total.ts:12:  return price(item)\nsrc/cart/row.ts:4:  price: number',
      ),
      edit('src/cart/total.ts'),
      say('Done: the price has its own module.'),
    ],
    exitCode: 0,
    check: {
      command: 'tsc --noEmit',
      output: `src/cart/total.ts(14,9): error TS2322: Type 'string' is not assignable to type 'number'.
src/cart/total.ts(20,3): error TS2554: Expected 2 arguments, but got 1.
Found 2 errors in 1 file.
`,
      exitCode: 2,
    },
  },
  ok: {
    does: [
      say('I will write the missing test first.'),
      edit('tests/test_login.py'),
      run('pytest -q tests/test_login.py', '..F   [100%]\n1 failed, 2 passed in 0.14s'),
      say('It fails, as it should. Now the code.'),
      edit('src/login.py'),
      edit('src/legacy/hooks.py'),
      run('pytest -q', '........   [100%]\n8 passed in 0.37s'),
      say('Done: the redirect keeps the query now.'),
    ],
    exitCode: 0,
    check: pytest(
      '........                                                                 [100%]\n8 passed in 0.38s\n',
      0,
    ),
  },
  limit: {
    does: `Reading the release notes of the last three versions.
You've hit your session limit · resets @reset@ (UTC)
`,
    exitCode: 1,
    check: null,
  },
  rate: {
    does: `{"type":"system","subtype":"init","session_id":"5b0c8f0e-2f8e-4c52-9a61-8d7f2f1c1a10","model":"claude-sonnet-4-5","tools":["Bash","Edit"]}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"API Error: 429 {\\"type\\":\\"error\\",\\"error\\":{\\"type\\":\\"rate_limit_error\\",\\"message\\":\\"Number of request tokens has exceeded your per-minute rate limit\\"}}"}]},"session_id":"5b0c8f0e-2f8e-4c52-9a61-8d7f2f1c1a10"}
{"type":"result","subtype":"success","is_error":true,"result":"API Error: 429 {\\"type\\":\\"error\\",\\"error\\":{\\"type\\":\\"rate_limit_error\\",\\"message\\":\\"Number of request tokens has exceeded your per-minute rate limit\\"}}","num_turns":9,"total_cost_usd":0.31,"session_id":"5b0c8f0e-2f8e-4c52-9a61-8d7f2f1c1a10"}
`,
    exitCode: 1,
    check: null,
  },
  turns: {
    does: `{"type":"system","subtype":"init","session_id":"7c0c8f0e-2f8e-4c52-9a61-8d7f2f1c1a11","model":"claude-sonnet-4-5","tools":["Bash","Edit"]}
{"type":"result","subtype":"error_max_turns","is_error":true,"num_turns":60,"total_cost_usd":1.84,"session_id":"7c0c8f0e-2f8e-4c52-9a61-8d7f2f1c1a11"}
`,
    exitCode: 1,
    check: null,
  },
  gaveUp: {
    does: `The upgrade needs a decision that I cannot take: two packages want different majors of the same library.
[MAYDAY_FAILURE:AGENT_GAVE_UP]
`,
    exitCode: 1,
    check: null,
  },
  context: {
    does: `{"type":"system","subtype":"init","session_id":"8c0c8f0e-2f8e-4c52-9a61-8d7f2f1c1a12","model":"claude-sonnet-4-5","tools":["Bash","Edit"]}
{"type":"result","subtype":"success","is_error":true,"result":"Prompt is too long","num_turns":44,"total_cost_usd":2.2,"session_id":"8c0c8f0e-2f8e-4c52-9a61-8d7f2f1c1a12"}
`,
    exitCode: 1,
    check: null,
  },
  auth: {
    does: `{"type":"result","subtype":"success","is_error":true,"result":"Invalid API key · Please run /login","num_turns":1,"total_cost_usd":0,"session_id":"9c0c8f0e-2f8e-4c52-9a61-8d7f2f1c1a13"}
`,
    exitCode: 1,
    check: null,
  },
  unknown: {
    does: `Looking at the report that was attached.
segment 4 of 9
`,
    exitCode: 1,
    check: null,
  },
} as const satisfies Readonly<Record<string, Sample>>

/** Inserts the time at which the limit of the sample resets, in the form of Claude Code: `9:32am`. */
export function withReset(text: string, resetAt: Date): string {
  const hours = resetAt.getUTCHours()
  const minutes = String(resetAt.getUTCMinutes()).padStart(2, '0')
  return text.replaceAll(
    '@reset@',
    `${hours % 12 === 0 ? 12 : hours % 12}:${minutes}${hours < 12 ? 'am' : 'pm'}`,
  )
}

/** The sample of a log as the common type: the table has a narrower type for each row. */
export const sampleOf = (log: SampleLog): Sample => sampleLogs[log]

const isName = (name: string): name is SampleLog => Object.hasOwn(sampleLogs, name)

export const sampleLogNames: readonly SampleLog[] = Object.keys(sampleLogs).filter(isName)
