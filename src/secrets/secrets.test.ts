import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redact, secretsFromEnv } from './secrets.ts'

/** The keys are assembled at run time, so that no scanner reports this file as a leak. */
const key = (prefix: string, length: number, alphabet = 'aB3dE5gH7jK9mN1pQ2sT4vW6xY8z'): string =>
  prefix + alphabet.repeat(Math.ceil(length / alphabet.length)).slice(0, length)

const HEX = '0123456789abcdef'
const JWT = `${key('eyJ', 30)}.${key('eyJ', 60)}.${key('', 43)}`

describe('a well-known key is masked', () => {
  test.each([
    ['Anthropic', key('sk-ant-api03-', 95)],
    ['OpenAI', key('sk-', 48)],
    ['OpenAI project', key('sk-proj-', 120)],
    ['OpenAI service account', key('sk-svcacct-', 60)],
    ['OpenRouter', key('sk-or-v1-', 64, HEX)],
    ['Google', key('AIza', 35)],
    ['Google OAuth', key('ya29.', 80)],
    ['Google client', key('GOCSPX-', 28)],
    ['GitHub', key('ghp_', 36)],
    ['GitHub app', key('ghs_', 36)],
    ['GitHub fine-grained', key('github_pat_', 82)],
    ['GitLab', key('glpat-', 20)],
    ['Slack', `xoxb-${key('', 12, '123456789')}-${key('', 24)}`],
    ['Slack app', key('xapp-1-A0', 40)],
    ['AWS id', key('AKIA', 16, 'ABCDEFGH23456789')],
    ['npm', key('npm_', 36)],
    ['Hugging Face', key('hf_', 34)],
    ['Stripe', key('sk_live_', 24)],
    ['Groq', key('gsk_', 52)],
    ['Azure', `${key('', 52)}JQQJ9${key('', 27)}`],
    ['Azure client', `aB38Q~${key('', 34)}`],
    ['SendGrid', `SG.${key('', 22)}.${key('', 43)}`],
    ['JWT', JWT],
  ])('%s, bare in a sentence', (_, secret) => {
    expect(redact(`The key ${secret} was refused`)).toBe(`The key ${'*'.repeat(secret.length)} was refused`)
    expect(redact(`"${secret}"`)).toBe(`"${'*'.repeat(secret.length)}"`)
  })
})

describe('a secret is known by its prefix', () => {
  const aws = key('/w', 38, 'aB3dE5gH7j/9mN+pQ')
  test.each([
    ['aws_secret_access_key = ', aws],
    ['"SecretAccessKey": "', aws],
    ['AWS_SESSION_TOKEN=', key('FwoGZ', 200)],
    ['X-Api-Key: ', key('', 32, HEX)],
    ['api_key=', key('', 32, HEX)],
    ["apiKey: '", key('', 20)],
    ['{\\"api_key\\": \\"', key('', 20)],
    ['access_token=', key('', 40)],
    ['password=', 'hunter2'],
    ['DB_PASSWORD=', 'correcthorsebattery'],
    ['password: "', 'correcthorse'],
    ['--password ', 'hunter2hunter2'],
    ['Authorization: Bearer ', key('', 24)],
    ['authorization: token ', key('', 40, HEX)],
    ['Authorization: Basic ', Buffer.from('somebody:something').toString('base64')],
    ['curl -H "Bearer ', key('', 24)],
    ['AccountKey=', `${key('', 86)}==`],
    ['Cookie: ', 'sid=s%3Aabc; theme=dark; csrf=x1y2z3'],
    ['https://user:', 'p4ss:w0rd'],
    ['postgres://admin:', 'hunter2'],
  ])('%s…', (lead, secret) => {
    const tail = lead.includes('://') ? '@host/path' : lead.includes('"') ? '\\"' : ''
    expect(redact(lead + secret + tail)).toBe(lead + '*'.repeat(secret.length) + tail)
  })

  test('a token in the place of a user is masked', () => {
    const secret = key('', 40, HEX)
    expect(redact(`https://${secret}@github.com/a/b`)).toBe(`https://${'*'.repeat(40)}@github.com/a/b`)
  })

  test('a value inside a refused value is found', () => {
    expect(redact('token=https://host/x?password=abc123def')).toBe(
      `token=https://host/x?password=${'*'.repeat(9)}`,
    )
  })
})

describe('a private key', () => {
  const body = `${key('', 64)}\n${key('', 64)}\n${key('', 12)}==\n`
  test.each(['', 'RSA ', 'OPENSSH ', 'EC '])('of kind "%s" is masked with its frame', (kind) => {
    const pem = `-----BEGIN ${kind}PRIVATE KEY-----\n${body}-----END ${kind}PRIVATE KEY-----`
    expect(redact(`before\n${pem}\nafter`)).toBe(`before\n${'*'.repeat(pem.length)}\nafter`)
  })

  test('in JSON is masked too', () => {
    const pem = JSON.stringify(`-----BEGIN PRIVATE KEY-----\n${body}-----END PRIVATE KEY-----`).slice(1, -1)
    expect(redact(`{"key":"${pem}"}`)).toBe(`{"key":"${'*'.repeat(pem.length)}"}`)
  })

  test('that was cut off is masked completely', () => {
    const cut = `-----BEGIN PRIVATE KEY-----\n${body}`.trimEnd()
    expect(redact(`x ${cut} and prose`)).toBe(`x ${'*'.repeat(cut.length)} and prose`)
  })

  test('that is only mentioned hides nothing else', () => {
    expect(redact('no "-----BEGIN PRIVATE KEY-----" in it')).toContain('" in it')
    expect(redact('-----BEGIN CERTIFICATE-----\nabc')).toBe('-----BEGIN CERTIFICATE-----\nabc')
  })
})

test.each([
  'commit 4130cd7f0e9b8a7c6d5e4f3a2b1c0d9e8f7a6b5c',
  'session 550e8400-e29b-41d4-a716-446655440000 ended',
  'the picture iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAA is here',
  'pip install sk-learn and sk-learn-contrib-extras',
  'class="sk-folding-cube sk-admin-panel-container-wide"',
  'function login(token: string, password: string): void',
  'password: null, token: undefined, secret: true',
  'const token = getToken2(request)',
  'token = tokens[0]',
  'connect(password=password, token=auth_token)',
  'password: process.env.DB_PASSWORD',
  'password: ${DB_PASSWORD}',
  'token_file=/run/secrets/token',
  'secret: /run/secrets/db_password',
  'max_tokens: 4096, input_tokens=123456, total_token: 99',
  "SyntaxError: Unexpected token: 'abcdef123'",
  'npm_package_config_node_gyp_v8_version is set',
  'Basic understanding of bearer authentication',
  'compass: north12345',
  'tiktoken==0.9.0rc1',
  'the basic reStructuredText of it',
  'fetch(url, { credentials: "same-origin" })',
  'Invalid password: incorrect!',
  'http://localhost:3000/users@example',
  'git@github.com:owner/repository.git',
  'see https://example.com/a?b=c#token',
  'req_011CTuULsyTfkzg5QVMit7es',
  '    --- PASS: TestTotal/big (0.00s)',
])('%s stays unchanged', (text) => {
  expect(redact(text)).toBe(text)
})

describe('known secrets', () => {
  test('are masked at every place', () => {
    expect(redact('xhunter2xx hunter2', ['hunter2'])).toBe('x*******xx *******')
  })

  test('are masked as JSON and URLs write them', () => {
    const secret = 'a"b\\c d&é\n'
    const forms = [JSON.stringify(secret), JSON.stringify(JSON.stringify(secret)), encodeURIComponent(secret)]
    for (const form of forms) expect(redact(`<${form}>`, [secret])).toMatch(/^<[\\"]*\*+[\\"]*>$/)
  })

  test('that overlap are masked as one', () => {
    expect(redact('abcdefghi', ['abcdef', 'defghi'])).toBe('*********')
  })

  test('that contain stars are found behind masks', () => {
    expect(redact('ab hunter2 cd', ['hunter2', 'ab ******* cd'])).toBe('*'.repeat(13))
  })

  test('shorter than six characters are words', () => {
    expect(redact('main', ['main', ''])).toBe('main')
  })
})

const secretText = fc
  .string({ unit: 'binary', minLength: 6, maxLength: 40 })
  .filter((secret) => !/^[*]+$/.test(secret))
/** Text full of starts and ends of keys. */
const scraps = fc.constantFrom(
  'sk-',
  'sk-ant-',
  'AIza',
  'ghp_',
  'eyJ',
  '.',
  '-',
  '_',
  ' ',
  ':',
  '=',
  '"',
  "'",
  '\\',
  '://',
  '@',
  '/',
  'token',
  'password',
  'Bearer ',
  '-----BEGIN ',
  'PRIVATE KEY-----',
  '-----END ',
  '\n',
  '*',
  '**',
  'a1B2c3D4e5F6',
  'abcdefghijklmnop',
  '8Q~',
  '0',
  '(',
)
const messy = fc
  .array(fc.oneof(scraps, fc.string({ maxLength: 5 })), { maxLength: 40 })
  .map((parts) => parts.join(''))

test('redaction never leaks a known secret', () => {
  fc.assert(
    fc.property(
      fc.array(secretText, { minLength: 1, maxLength: 4 }),
      fc.array(messy, { minLength: 5, maxLength: 5 }),
      (secrets, around) => {
        const text = around.flatMap((part, index) => [part, secrets[index] ?? '']).join('')
        const safe = redact(text, secrets)
        expect(safe).toHaveLength(text.length)
        for (const secret of secrets) expect(safe.includes(secret)).toBe(false)
      },
    ),
    { numRuns: 500 },
  )
})

test('redaction keeps the length and is idempotent', () => {
  fc.assert(
    fc.property(messy, fc.array(secretText, { maxLength: 2 }), (text, secrets) => {
      const safe = redact(text, secrets)
      expect(safe).toHaveLength(text.length)
      expect(redact(safe, secrets)).toBe(safe)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  'a',
  'A1',
  'eyJ-',
  'eyJ.',
  'token=',
  'token=://',
  '-----BEGIN PRIVATE KEY-----',
  '-----BEGIN ',
  'sk-',
  'sk-ant-',
  '://a:',
  'a:b@',
  'bearer ',
  'ghp_',
  '*',
  '--token ',
  'cookie: ',
  'AIza',
  'abc8Q~',
  'SG.',
  'basic ',
  '"',
])('two million characters of %s are searched', (scrap) => {
  const text = scrap.repeat(Math.ceil(2_000_000 / scrap.length))
  expect(redact(text, ['hunter2'])).toHaveLength(text.length)
})

describe('secrets of the environment', () => {
  test('are the values of variables named like keys', () => {
    const env = {
      ANTHROPIC_API_KEY: key('sk-ant-', 20),
      GH_TOKEN: key('', 40),
      npm_config_authToken: key('', 36),
      DB_PASSWORD: 'correcthorse',
      PIN_PASSWORD: '12345678',
      GPG_KEY: 'A035C8C19219BA821ECEA86B64E628F8D684696D',
      AWS_SECRET_ACCESS_KEY: key('/w', 38, 'aB3dE5gH7j9mNpQsT4vW6xY8z/'),
    }
    expect(new Set(secretsFromEnv(env))).toEqual(new Set(Object.values(env)))
  })

  test('are not paths, switches, numbers and short words', () => {
    const env = {
      PATH: '/usr/bin:/bin',
      PWD: '/home/somebody/project',
      SSH_AUTH_SOCK: '/tmp/ssh-abcdefgh/agent.1234',
      SSH_KEY_PATH: '/home/somebody/.ssh/id_ed25519',
      TLS_KEY: './certificates/server.key',
      AUTH_TYPE: 'subscription',
      AUTH: 'subscription',
      AUTH_URL: 'https://login.example.com/',
      TOKEN_ENDPOINT_AUTH: 'https://login.example.com/token',
      MAX_OUTPUT_TOKENS: '32000000',
      TOKEN: 'short',
      USE_AUTH: 'disabled',
      TOKENIZERS_PARALLELISM: 'something',
      KEYBOARD_LAYOUT: 'us-international',
      HOME: '/home/somebody',
      EMPTY_KEY: undefined,
    }
    expect(secretsFromEnv(env)).toEqual([])
  })

  test.each([
    ['ANTHROPIC_API_KEY', key('sk-ant-api03-', 95)],
    ['OPENAI_API_KEY', key('sk-proj-', 60)],
    ['GITHUB_TOKEN', key('ghs_', 36)],
    ['AWS_ACCESS_KEY_ID', key('AKIA', 16, 'ABCDEFGH23456789')],
    ['AWS_SESSION_TOKEN', key('FwoGZ', 200)],
    ['NPM_TOKEN', key('npm_', 36)],
    ['CLAUDE_CODE_OAUTH_TOKEN', key('sk-ant-oat01-', 95)],
    ['MY_FAVOURITE_THING', key('ghp_', 36)],
    ['EXTRA_HEADERS', `Bearer ${key('', 30)}`, key('', 30)],
    ['DATABASE_URL', 'postgres://admin:S3cret-pw@db.internal:5432/app', 'S3cret-pw'],
    ['REDIS_URL', 'redis://:p%40ssw0rd1@cache/0', 'p%40ssw0rd1', 'p@ssw0rd1'],
    ['SLACK_WEBHOOK_URL', `https://hooks.slack.com/services/${key('T00/B00/', 24)}`, key('T00/B00/', 24)],
    ['AZURE_CONNECTION', `AccountName=a;AccountKey=${key('', 86)}==`, `${key('', 86)}==`],
  ])('are the keys in %s', (name, value, ...secrets) => {
    expect(new Set(secretsFromEnv({ [name]: value }))).toEqual(
      new Set(secrets.length > 0 ? secrets : [value]),
    )
  })

  test('are not the values of other variables', () => {
    const env = {
      GOOGLE_APPLICATION_CREDENTIALS: '/home/somebody/keys/service-account.json',
      KUBECONFIG: '/home/somebody/.kube/config',
      HISTFILE: '/home/somebody/.bash_history',
      DATABASE_URL: 'postgres://postgres:postgres@localhost:5432/test',
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus,guid=0123456789abcdef0123456789abcdef',
      GIT_ASKPASS: '/usr/lib/git-core/git-gui--askpass',
      LS_COLORS: 'rs=0:di=01;34:ln=01;36:mh=00:pi=40;33:so=01;35',
      npm_config_registry: 'https://registry.example.com:4873/some/path',
      CLAUDE_CODE_SESSION: '550e8400-e29b-41d4-a716-446655440000',
    }
    expect(secretsFromEnv(env)).toEqual([])
  })

  test('are sorted by length and unique', () => {
    const env = { A_TOKEN: 'abc12345', B_TOKEN: 'abc12345678', C_TOKEN: 'abc12345' }
    expect(secretsFromEnv(env)).toEqual(['abc12345678', 'abc12345'])
  })
})

test('a mask never cuts a character in two', () => {
  expect(redact('Bearer 日本', ['Bearer *'])).toBe(`${'*'.repeat(8)}本`)
  const cookie = `Cookie: a=${'x'.repeat(7989)}`
  for (const more of ['é', 'xé', 'x日', 'xx日', '🎠', 'x🎠'])
    expect(redact(`${cookie}${more}`)).toHaveLength(cookie.length + more.length)
})
