import { noticeKinds, type NoticeKind } from '../recovery/notices.ts'
import type { Config } from './config.ts'
import type { SectionEntry, ValueEntry } from './schema.ts'
import { countFrom, flag, listOfWords, text } from './value-types.ts'

const address = text(
  'an address like https://example.org/hook, or $NAME of a variable that holds one',
  /^(?:https?:\/\/[^\s/]\S*|\$[A-Za-z_]\w*)$/,
)

/** Anyone with such an address can write there, so `mayday config` does not show it. */
const secretAddress = (key: string, help: string): ValueEntry<string> => ({
  kind: 'value',
  key,
  type: address,
  default: null,
  isSecret: true,
  help,
})

const QUIET_HOURS = /^(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]):[0-5]\d$/

export const notifyKeys: SectionEntry<Config['notify']> = {
  kind: 'section',
  key: 'notify',
  executes: true,
  help: 'How Mayday notifies people outside of the terminal. See [notices.md](notices.md).',
  entries: {
    desktop: {
      kind: 'value',
      key: 'desktop',
      type: flag,
      default: false,
      help: "by the desktop's notifications",
    },
    webhook: secretAddress('webhook', 'by a POST of JSON to this address'),
    template: {
      kind: 'value',
      key: 'template',
      type: text('a text like \'{"message": "{title}"}\''),
      default: null,
      // Some services take their token in the body.
      isSecret: true,
      help: 'the body for the webhook; {title}, {text}, {kind} and {key} are filled in',
    },
    command: {
      kind: 'value',
      key: 'command',
      type: text('a shell command'),
      default: null,
      help: 'by this shell command, which gets the message as standard input',
    },
    slack: secretAddress('slack', 'by Slack: the address of an incoming webhook'),
    discord: secretAddress('discord', "by Discord: the address of a channel's webhook"),
    teams: secretAddress('teams', 'by Microsoft Teams: the address of a workflow that posts to a channel'),
    ntfy: secretAddress('ntfy', 'by ntfy: the address of a topic, e.g. https://ntfy.sh/my-topic'),
    telegram: {
      kind: 'section',
      key: 'telegram',
      help: 'By a Telegram bot.',
      entries: {
        token: {
          kind: 'value',
          key: 'token',
          type: text('the token of a bot, or $NAME of a variable that holds it', /^\S+$/),
          default: null,
          isSecret: true,
          help: 'by a Telegram bot with this token',
        },
        chat: {
          kind: 'value',
          key: 'chat',
          type: text('the number or @name of a chat', /^(?:-?\d+|@\w+)$/),
          default: null,
          help: 'the chat that it writes to',
        },
        server: {
          kind: 'value',
          key: 'server',
          type: text('an address like https://api.telegram.org', /^https?:\/\/[^\s/]\S*$/),
          default: 'https://api.telegram.org',
          help: 'the server of the bot, if it is not the public one',
        },
      },
    },
    email: {
      kind: 'value',
      key: 'email',
      type: text('an address like me@example.org', /^[\w.+-]+@[\w-]+(?:\.[\w-]+)*$/),
      default: null,
      help: 'by mail to this address, with the sendmail of this machine',
    },
    kinds: {
      kind: 'value',
      key: 'for',
      type: listOfWords<NoticeKind>(noticeKinds),
      default: noticeKinds,
      help: 'the events to report: a person is needed, a task failed for good, a limit was hit, a limit has reset, `mayday work` has ended',
    },
    quiet: {
      kind: 'value',
      key: 'quiet',
      type: text('hours like 22:00-07:00', QUIET_HOURS),
      default: null,
      help: 'hours in which nothing is sent; what waits is sent afterwards, as one message',
    },
    perHour: {
      kind: 'value',
      key: 'perHour',
      type: countFrom(1),
      default: 10,
      help: 'maximum messages per hour; further ones wait and are sent as one message',
    },
  },
}
