/** The logs of the sample's agents. They contain no verdicts: the real diagnosis reads them. */

export type SampleLog = keyof typeof sampleLogs

export const sampleLogs = {
  tests: `I will change how the session is renewed and run the tests.
$ pytest -q
.....F..                                                                 [100%]
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
  build: `I will move the price into its own module.
$ tsc --noEmit
src/cart/total.ts(14,9): error TS2322: Type 'string' is not assignable to type 'number'.
src/cart/total.ts(20,3): error TS2554: Expected 2 arguments, but got 1.
Found 2 errors in 1 file.
`,
  limit: `Reading the release notes of the last three versions.
Claude AI usage limit reached|1893456000
`,
  rate: `{"type":"system","subtype":"init","session_id":"5b0c8f0e-2f8e-4c52-9a61-8d7f2f1c1a10","model":"claude-sonnet-4-5","tools":["Bash","Edit"]}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"API Error: 429 {\\"type\\":\\"error\\",\\"error\\":{\\"type\\":\\"rate_limit_error\\",\\"message\\":\\"Number of request tokens has exceeded your per-minute rate limit\\"}}"}]},"session_id":"5b0c8f0e-2f8e-4c52-9a61-8d7f2f1c1a10"}
{"type":"result","subtype":"success","is_error":true,"result":"API Error: 429 {\\"type\\":\\"error\\",\\"error\\":{\\"type\\":\\"rate_limit_error\\",\\"message\\":\\"Number of request tokens has exceeded your per-minute rate limit\\"}}","num_turns":9,"total_cost_usd":0.31,"session_id":"5b0c8f0e-2f8e-4c52-9a61-8d7f2f1c1a10"}
`,
  turns: `{"type":"system","subtype":"init","session_id":"7c0c8f0e-2f8e-4c52-9a61-8d7f2f1c1a11","model":"claude-sonnet-4-5","tools":["Bash","Edit"]}
{"type":"result","subtype":"error_max_turns","is_error":true,"num_turns":60,"total_cost_usd":1.84,"session_id":"7c0c8f0e-2f8e-4c52-9a61-8d7f2f1c1a11"}
`,
  gaveUp: `The upgrade needs a decision that I cannot take: two packages want different majors of the same library.
[MAYDAY_FAILURE:AGENT_GAVE_UP]
`,
  context: `{"type":"system","subtype":"init","session_id":"8c0c8f0e-2f8e-4c52-9a61-8d7f2f1c1a12","model":"claude-sonnet-4-5","tools":["Bash","Edit"]}
{"type":"result","subtype":"success","is_error":true,"result":"Prompt is too long","num_turns":44,"total_cost_usd":2.2,"session_id":"8c0c8f0e-2f8e-4c52-9a61-8d7f2f1c1a12"}
`,
  auth: `{"type":"result","subtype":"success","is_error":true,"result":"Invalid API key · Please run /login","num_turns":1,"total_cost_usd":0,"session_id":"9c0c8f0e-2f8e-4c52-9a61-8d7f2f1c1a13"}
`,
  unknown: `Looking at the report that was attached.
segment 4 of 9
`,
  ok: `I will write the missing test first.
$ pytest -q
........                                                                 [100%]
8 passed in 0.38s
Done: the redirect keeps the query now.
`,
} as const
