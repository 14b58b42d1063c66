/**
 * A notice in the form of each service. Text in it came from logs.
 *
 * B1 No text becomes a mention, a link or markup: it is escaped, or sent in a form that has none.
 */
import type { Notice } from '../../../recovery/notices.ts'

export type Body = { readonly type: string; readonly text: string }

const json = (value: unknown): Body => ({ type: 'application/json', text: JSON.stringify(value) })

/** The longest messages that the services accept. */
const MOST_DISCORD = 1900
const MOST_TELEGRAM = 4000

export const slackBody = ({ title, text }: Notice): Body =>
  json({
    text: `*${escapeSlack(title)}*\n\`\`\`${escapeSlack(text).replaceAll('`', 'ˋ')}\`\`\``,
    unfurl_links: false,
  })

const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const discordBody = ({ title, text }: Notice): Body =>
  json({
    content: `${title.replaceAll(/[`*_~|>@\\]/g, '\\$&')}\n\`\`\`\n${text.replaceAll('`', 'ˋ').slice(0, MOST_DISCORD - title.length)}\n\`\`\``,
    allowed_mentions: { parse: [] },
  })

/** Without a parse mode Telegram shows text unchanged. */
export const telegramBody = ({ title, text }: Notice, chat: string): Body =>
  json({
    chat_id: chat,
    text: `${title}\n\n${text}`.slice(0, MOST_TELEGRAM),
    link_preview_options: { is_disabled: true },
  })

/** The text runs of a rich text block have no markup. */
export const teamsBody = ({ title, text }: Notice): Body => {
  const run = (words: string, more: object = {}): object => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text: words, ...more }],
  })
  const lines = text.split('\n').map((line) => run(line))
  const content = { type: 'AdaptiveCard', version: '1.4', body: [run(title, { weight: 'Bolder' }), ...lines] }
  return json({
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }],
  })
}

export const ntfyBody = ({ kind, title, text }: Notice, topic: string): Body =>
  json({ topic, title, message: text, priority: kind === 'person' ? 4 : 3 })

export const plainBody = (notice: Notice): Body => json({ format: 'mayday.notification/1', ...notice })

/** The names that a template may contain in braces. */
const PLACES = ['title', 'text', 'kind', 'key'] as const

/** `{title}` and the others filled in. In a template that is JSON they are escaped as parts of a string. */
export function templateBody(template: string, notice: Notice): Body {
  const isJson = isJsonText(fill(template, () => 'x'))
  const escape = (value: string): string => (isJson ? JSON.stringify(value).slice(1, -1) : value)
  return {
    type: isJson ? 'application/json' : 'text/plain; charset=utf-8',
    text: fill(template, (place) => escape(notice[place])),
  }
}

const fill = (template: string, valueOf: (place: (typeof PLACES)[number]) => string): string =>
  template.replaceAll(/\{(\w+)\}/g, (found, name: string) => {
    const place = PLACES.find((one) => one === name)
    return place === undefined ? found : valueOf(place)
  })

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    // The error is the answer: the text is not JSON.
    return false
  }
}

/** A mail for `sendmail -t`. The headers contain no line break: subject and address are encoded or checked. */
export const mailOf = ({ title, text }: Notice, to: string): string =>
  [
    `To: ${to}`,
    `Subject: =?utf-8?B?${Buffer.from(title).toString('base64')}?=`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    'Auto-Submitted: auto-generated',
    '',
    ...(Buffer.from(`${text}\n`)
      .toString('base64')
      .match(/.{1,76}/g) ?? []),
    '',
  ].join('\n')
