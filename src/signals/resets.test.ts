import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Notes } from './notes.ts'
import { parseReset } from './resets.ts'

const NOW = new Date('2026-09-11T15:00:00Z')
const DAY_MS = 86_400_000
/** The parsed reset as "instant" or "instant (guess)", or null. */
function read(message: string, now: Date = NOW, zone?: string): string | null {
  const reset = parseReset(message, now, zone)
  return reset === null
    ? null
    : `${reset.at.toISOString().replace('.000Z', 'Z')}${reset.precise ? '' : ' (guess)'}`
}

describe('a clock time', () => {
  test.each([
    ["You've hit your limit · resets 5pm (Europe/Vilnius)", '2026-09-12T14:00:00Z'],
    ["You've hit your limit · resets 7pm (Europe/Vilnius)", '2026-09-11T16:00:00Z'],
    ['You’ve hit your session limit ∙ resets 7:10am (UTC)', '2026-09-12T07:10:00Z'],
    ['session limit • resets\u00a012:50am\u202f(Asia/Shanghai)', '2026-09-11T16:50:00Z'],
    ['Your limit will reset at 1pm (Etc/GMT+5).', '2026-09-11T18:00:00Z'],
    ['Quota used up. Access resets at 10:57 PM GMT-3.', '2026-09-12T01:57:00Z'],
    ['quota resets at 00:00 UTC', '2026-09-12T00:00:00Z'],
    ['free usage resets automatically at midnight Pacific.', '2026-09-12T07:00:00Z'],
    ['resets 12am (UTC)', '2026-09-12T00:00:00Z'],
    ['resets 12pm (UTC)', '2026-09-12T12:00:00Z'],
    ['resets noon UTC', '2026-09-12T12:00:00Z'],
    ['resets at 5 p.m. ET', '2026-09-11T21:00:00Z'],
    ['limited until 23:30:15 UTC+05:30', '2026-09-11T18:00:15Z'],
  ])('%s is the next such time in its zone', (message, at) => {
    expect(read(message)).toBe(at)
  })

  test.each([
    ['America/New_York', "You're out of extra usage · resets 9pm", '2026-09-12T01:00:00Z (guess)'],
    ['Asia/Tokyo', "You're out of extra usage · resets 9pm", '2026-09-12T12:00:00Z (guess)'],
    ['Europe/Berlin', 'or try again at 6:05 PM.', '2026-09-11T16:05:00Z (guess)'],
    ['Europe/Berlin', 'Limit reached · resets 6pm (Etc/Nowhere)', '2026-09-11T16:00:00Z (guess)'],
    ['Asia/Kolkata', 'resets 9pm or upgrade your plan', '2026-09-11T15:30:00Z (guess)'],
  ])('in %s without a zone it is local: %s', (zone, message, at) => {
    expect(read(message, NOW, zone)).toBe(at)
  })
})

describe('a date', () => {
  test.each([
    ['weekly limit - resets Sep 18 at 2pm (America/Los_Angeles)', '2026-09-18T21:00:00Z'],
    ['Limit reached · resets Oct 17, 6am (Europe/Oslo)', '2026-10-17T04:00:00Z'],
    ['Retry-After: Wed, 23 Sep 2026 07:28:00 GMT', '2026-09-23T07:28:00Z'],
    ['usage resets on the provider, reset at 2026-09-19 04:23:04 UTC+8, or switch', '2026-09-18T20:23:04Z'],
    ['reset_at=2026-09-12T00:00:00.5+02:00', '2026-09-11T22:00:00Z'],
    ['"quotaResetTimeStamp": "2026-09-12T00:00:00Z"', '2026-09-12T00:00:00Z'],
    ['anthropic-ratelimit-tokens-reset: 2026-09-12T00:00:00Z', '2026-09-12T00:00:00Z'],
    ['resets 21:55 (UTC) on 28 Sep', '2026-09-28T21:55:00Z'],
    ['resets tomorrow at 9am (UTC)', '2026-09-12T09:00:00Z'],
    ['resets 9am tomorrow (UTC)', '2026-09-12T09:00:00Z'],
    ['resets Monday at 9am UTC', '2026-09-14T09:00:00Z'],
    ['resets Friday at 9am UTC', '2026-09-18T09:00:00Z'],
    ['resets Friday at 4pm UTC', '2026-09-11T16:00:00Z'],
    ['resets Sep 9 at 5pm (UTC)', '2026-09-09T17:00:00Z'],
  ])('%s is that instant', (message, at) => {
    expect(read(message)).toBe(at)
  })

  test.each([
    ['UTC', 'Your limit will reset at 2026-09-12 00:35:41', '2026-09-12T00:35:41Z (guess)'],
    ['Asia/Shanghai', 'Your limit will reset at 2026-09-12 00:35:41', '2026-09-11T16:35:41Z (guess)'],
    ['America/Chicago', 'or try again at Sep 18th, 2026 9:21 AM.', '2026-09-18T14:21:00Z (guess)'],
    [
      'UTC',
      'wait for your limit to reset on September 20, 2026 at 2:00 AM or',
      '2026-09-20T02:00:00Z (guess)',
    ],
    ['UTC', 'resets Monday', '2026-09-14T00:00:00Z (guess)'],
    ['UTC', 'please try again tomorrow', '2026-09-12T00:00:00Z (guess)'],
    ['UTC', 'plan renews on Oct 1', '2026-10-01T00:00:00Z (guess)'],
  ])('in %s without a zone it is a guess: %s', (zone, message, at) => {
    expect(read(message, NOW, zone)).toBe(at)
  })

  test('a date without a year may be next year', () => {
    expect(read('resets Jan 3 at 6am (UTC)', new Date('2026-12-30T12:00:00Z'))).toBe('2027-01-03T06:00:00Z')
  })

  test('the last days of an old year stay there', () => {
    expect(read('resets Dec 31 at 6am (UTC)', new Date('2027-01-01T12:00:00Z'))).toBe('2026-12-31T06:00:00Z')
  })
})

describe('daylight saving time', () => {
  test('a skipped clock time moves on by the gap', () => {
    const now = new Date('2026-03-28T20:00:00Z')
    expect(read('resets 2:30am (Europe/Berlin)', now)).toBe('2026-03-29T01:30:00Z')
  })

  test('a repeated clock time means the earlier instant', () => {
    const now = new Date('2026-10-24T20:00:00Z')
    expect(read('resets 2:30am (Europe/Berlin)', now)).toBe('2026-10-25T00:30:00Z')
  })

  test('between the two instants it means the later one', () => {
    const now = new Date('2026-10-25T00:45:00Z')
    expect(read('resets 2:30am (Europe/Berlin)', now)).toBe('2026-10-25T01:30:00Z')
  })

  test.each([
    ['America/New_York', '2026-03-08T07:30:00.000Z'],
    ['Europe/Berlin', '2026-03-09T01:30:00.000Z'],
  ])('in %s the zone of the process counts', (zone, at) => {
    const module = JSON.stringify(new URL('resets.ts', import.meta.url).href)
    const script = `import { parseReset } from ${module}
      console.log(parseReset('resets 2:30am', new Date('2026-03-08T04:00:00Z')).at.toISOString())`
    const env = { ...process.env, TZ: zone }
    expect(
      execFileSync(process.execPath, ['--input-type=module', '-e', script], { env }).toString().trim(),
    ).toBe(at)
  })
})

test.each([
  ['try again in 5 hours', 5 * 3600],
  ['Please try again in 1h2m3.5s. Visit the limits page', 3723.5],
  ['Please try again in 250ms', 0.25],
  ['or try again in 5 days 22 hours 11\nminutes.', 511_860],
  ['Please retry in 34.07s.', 34.07],
  ['exceeded your session limits. Please retry after 840 seconds.', 840],
  ['retry-after: 120', 120],
  ['Retry-After: "7"', 7],
  ['retry_after_ms=3500', 3.5],
  ['{"error":{"details":[{"retryDelay":"34s"}]}}', 34],
  ['\\"retryDelay\\": \\"1.5s\\"', 1.5],
  ['retry_delay {\n  seconds: 34\n}', 34],
  ['Your quota will reset after 23h59m5s.', 86_345],
  ['available again in 3 days, 2 hours and 1 minute', 266_460],
  ['(resets in 2h 5m)', 7500],
  ['rate reset in 0:59:10', 3550],
  ['Please wait 2 minutes before trying again', 120],
  ['x-ratelimit-reset-tokens: 6m0s', 360],
  ['X-RateLimit-Reset: 30', 30],
  ['"X-Codex-Primary-Reset-After-Seconds":"13873"', 13_873],
  ['{"plan_type":"free","resets_in_seconds":602705}', 602_705],
])('%s counts from now', (message, seconds) => {
  expect(parseReset(message, NOW)).toMatchObject({
    at: new Date(NOW.getTime() + seconds * 1000),
    precise: true,
  })
})

test.each([
  ['Claude AI usage limit reached|1789200000', '2026-09-12T08:00:00Z'],
  ['usage limit reached | 1789200000000', '2026-09-12T08:00:00Z'],
  ['{"resets_at":1789200000,"resets_in_seconds":5}', '2026-09-12T08:00:00Z'],
  ['x-ratelimit-reset: 1789200000', '2026-09-12T08:00:00Z'],
])('%s is an epoch', (message, at) => {
  expect(read(message)).toBe(at)
})

test('an approximate duration is a guess', () => {
  expect(read('try again in about 5 minutes')).toBe('2026-09-11T15:05:00Z (guess)')
  expect(read('try again in an hour')).toBe('2026-09-11T16:00:00Z (guess)')
})

test('a precise moment wins over an earlier guess', () => {
  expect(read('resets 9pm. Please try again in 20 s')).toBe('2026-09-11T15:00:20Z')
})

test('the source holds the words that were read', () => {
  expect(parseReset("You've hit your limit · resets 5pm (UTC) · upgrade", NOW)?.source).toBe(
    'resets 5pm (UTC)',
  )
})

test.each([
  'calling next() resets the counter',
  'read ECONNRESET: connection reset by peer',
  'connection reset at 10:23:45',
  'the last reset at 10:23:45 was fine',
  'limits reset (every 5h and every week.)',
  'it was reset 5m ago',
  'try again in a new session',
  'please try again later',
  'try again in a few minutes',
  'retry after 3 attempts',
  'wait 5 seconds for the server to come up',
  'Retrying in 5s',
  'upgrade to 2.1.4 and try again',
  'git reset 1789200000',
  'see reset-5pm.log and resets.ts:10:23',
  "You've reached your monthly spend limit",
  'Credit balance is too low',
  'resets at 25:00',
  'resets 13pm (UTC)',
  'resets Feb 30 at 9am',
  'resets Sep 1 at 5pm (UTC)',
  'resets in 90 days',
  'usage limit reached|1600000000',
  'resets_at: 3',
  'acquireRetryDelay -> 1000, retryDelay: 1000',
  `${'x'.repeat(2000)} resets in 5m`,
])('%s names no reset', (message) => {
  expect(read(message)).toBeNull()
})

test('an impossible current time gives no reset', () => {
  expect(parseReset('resets in 5m', new Date(Number.NaN))).toBeNull()
})

const WORDS = [
  'resets',
  'reset',
  'at',
  'in',
  'on',
  'try again',
  'retry-after:',
  'wait',
  'until',
  'limit reached|',
  'available',
  'tomorrow',
  'Monday',
  'Sep',
  'Feb',
  '29',
  '31st',
  '2026',
  '2028-02-29',
  'T',
  '5pm',
  '12:30',
  '24:00',
  'midnight',
  '(UTC)',
  '(Europe/Berlin)',
  'GMT-3',
  'PT',
  '1789200000',
  '99999999999999',
  '5',
  '1.5s',
  'hours',
  'ms',
  'weeks',
  'and',
  ',',
  ':',
  '"',
  '{',
  'resets_at=',
  'ago',
  '-',
]

test('any message gives a near instant or null', () => {
  const message = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((words) => words.join(' ')),
    fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((words) => words.join('')),
  )
  const now = fc.date({ min: new Date('1970-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(message, now, (text, moment) => {
      const reset = parseReset(text, moment)
      if (reset === null) return
      const ahead = reset.at.getTime() - moment.getTime()
      expect(ahead).toBeGreaterThanOrEqual(-3 * DAY_MS)
      expect(ahead).toBeLessThanOrEqual(60 * DAY_MS)
    }),
    { numRuns: 2000 },
  )
})

describe('a note of a limit', () => {
  const resetAt = (add: (notes: Notes) => void): string | undefined => {
    const notes = new Notes({ file: 'a.log', now: NOW })
    add(notes)
    return notes.signals('agent_run')[0]?.detail.resetAt
  }

  test.each(['usage-limit', 'provider-error'] as const)(
    'of kind %s takes the reset from its message',
    (what) => {
      expect(resetAt((notes) => notes.typed(what, 'resets 5pm (UTC)', { status: 429 }))).toBe(
        '2026-09-11T17:00:00.000Z',
      )
    },
  )

  test('keeps a reset that a field reports', () => {
    const told = '2026-09-11T20:00:00.000Z'
    expect(resetAt((notes) => notes.typed('usage-limit', 'resets 5pm (UTC)', { resetAt: told }))).toBe(told)
  })

  test('of another kind has no reset', () => {
    expect(resetAt((notes) => notes.typed('auth', 'try again in 5 minutes'))).toBeUndefined()
  })
})
