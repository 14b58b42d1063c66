import { expect, test } from 'vitest'
import type { Notice } from '../../../recovery/notices.ts'
import { discordBody, mailOf, slackBody, teamsBody, telegramBody, templateBody } from './bodies.ts'

const EVIL = '<!channel> @everyone ``` [x](http://evil.example) "quote" \\ {text}\nBcc: all@example.org'

const notice: Notice = { kind: 'person', key: 'k', escalations: [], title: EVIL, text: EVIL }

test('no text becomes a mention in Slack', () => {
  expect(slackBody(notice).text).not.toMatch(/<!|<@|<http/)
})

test('no text becomes a mention in Discord', () => {
  expect(JSON.parse(discordBody(notice).text)).toMatchObject({ allowed_mentions: { parse: [] } })
  expect(discordBody(notice).text.match(/```/g)).toHaveLength(2)
})

test('a long text fits into Discord and Telegram', () => {
  const long = { ...notice, text: 'x'.repeat(9000) }
  const { content } = JSON.parse(discordBody(long).text) as { content: string }
  const { text } = JSON.parse(telegramBody(long, '1').text) as { text: string }
  expect([content.length <= 2000, text.length <= 4096]).toEqual([true, true])
})

test('Teams gets text without markup', () => {
  expect(teamsBody(notice).text).not.toContain('"TextBlock"')
  expect(JSON.parse(teamsBody(notice).text)).toMatchObject({ type: 'message' })
})

test('a JSON template stays JSON with any text', () => {
  const { text, type } = templateBody('{"a": "{title}", "b": ["{kind}"]}', notice)
  expect([JSON.parse(text), type]).toEqual([{ a: EVIL, b: ['person'] }, 'application/json'])
})

test('a template that is not JSON is plain text', () => {
  expect(templateBody('{title}!', { ...notice, title: 'T' })).toEqual({
    text: 'T!',
    type: 'text/plain; charset=utf-8',
  })
})

test('a title adds no header to a mail', () => {
  const [head = ''] = mailOf(notice, 'me@example.org').split('\n\n')
  expect(head.split('\n').map((line) => line.split(':', 1)[0])).toEqual([
    'To',
    'Subject',
    'MIME-Version',
    'Content-Type',
    'Content-Transfer-Encoding',
    'Auto-Submitted',
  ])
})
