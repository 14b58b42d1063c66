/** The targets of notices, from the config. */
import { spawn } from 'node:child_process'
import { UsageError } from '../../../errors.ts'
import type { Config } from '../../../config/config.ts'
import { readShipped } from '../../../record/read-shipped.ts'
import type { Notice } from '../../../recovery/notices.ts'
import {
  discordBody,
  mailOf,
  ntfyBody,
  plainBody,
  slackBody,
  teamsBody,
  telegramBody,
  templateBody,
  type Body,
} from './bodies.ts'
import { NotTakenError, post } from './post.ts'

export type Target = {
  readonly name: string
  readonly send: (notice: Notice, signal: AbortSignal) => Promise<void>
}

type Settings = Config['notify']
type Variables = Readonly<Record<string, string | undefined>>

/** `$NAME` is replaced by a variable, so that no secret needs to be in a file. */
function secretOf(value: string, env: Variables): string {
  if (!value.startsWith('$')) return value
  const found = env[value.slice(1)]
  if (found !== undefined && found !== '') return found
  throw new UsageError(`notify names the variable ${value.slice(1)}, and it is not set.`)
}

/** The secret values of these settings. */
export const secretsIn = (
  { slack, discord, teams, ntfy, webhook, telegram }: Settings,
  env: Variables,
): readonly string[] =>
  [slack, discord, teams, ntfy, webhook, telegram?.token].flatMap((value) => {
    if (value === undefined) return []
    const found = value.startsWith('$') ? env[value.slice(1)] : value
    return found === undefined || found === '' ? [] : [found]
  })

export function targetsOf(settings: Settings, env: Variables): readonly Target[] {
  const { desktop, webhook, command, slack, discord, teams, ntfy, telegram, email, template } = settings
  const web = (
    name: string,
    address: string | undefined,
    bodyOf: (notice: Notice) => Body,
  ): readonly Target[] =>
    address === undefined
      ? []
      : [{ name, send: async (notice, signal) => post(addressIn(address, env), bodyOf(notice), signal) }]
  return [
    ...(desktop === true ? [{ name: 'desktop', send: toDesktop }] : []),
    ...web('webhook', webhook, (notice) =>
      template === undefined ? plainBody(notice) : templateBody(template, notice),
    ),
    ...web('slack', slack, slackBody),
    ...web('discord', discord, discordBody),
    ...web('teams', teams, teamsBody),
    ...(ntfy === undefined ? [] : [toNtfy(ntfy, env)]),
    ...(telegram === undefined ? [] : [toTelegram(telegram, env)]),
    ...(email === undefined ? [] : [toMail(email)]),
    ...(command === undefined ? [] : [toCommand(command)]),
  ]
}

const addressIn = (value: string, env: Variables): string => {
  const address = secretOf(value, env)
  if (/^https?:\/\/[^\s/]/.test(address) && URL.canParse(address)) return address
  throw new NotTakenError('the address is invalid: it must begin with https:// or http://', false)
}

/** The last part of the address is the topic; the message goes to the server as JSON, so that titles keep their letters. */
const toNtfy = (value: string, env: Variables): Target => ({
  name: 'ntfy',
  send: async (notice, signal) => {
    const url = new URL(addressIn(value, env))
    const parts = url.pathname.split('/').filter((part) => part !== '')
    const topic = parts.pop()
    if (topic === undefined) throw new NotTakenError('the address of ntfy names no topic', false)
    url.pathname = `/${parts.join('/')}`
    await post(url.href, ntfyBody(notice, topic), signal)
  },
})

const TELEGRAM = 'https://api.telegram.org'

const toTelegram = (
  { token, chat, server = TELEGRAM }: NonNullable<Settings['telegram']>,
  env: Variables,
): Target => ({
  name: 'telegram',
  send: async (notice, signal) => {
    if (token === undefined || chat === undefined)
      throw new NotTakenError('telegram needs a token and a chat', false)
    const address = `${server.replace(/\/$/, '')}/bot${encodeURIComponent(secretOf(token, env))}/sendMessage`
    await post(address.replaceAll('%3A', ':'), telegramBody(notice, chat), signal)
  },
})

/** The message is its standard input, as JSON; title and text are in its environment. */
const toCommand = (command: string): Target => ({
  name: 'command',
  send: (notice, signal) =>
    started('/bin/sh', ['-c', command], {
      input: plainBody(notice).text,
      env: { MAYDAY_TITLE: notice.title, MAYDAY_TEXT: notice.text },
      signal,
    }),
})

const toMail = (to: string): Target => ({
  name: 'email',
  send: (notice, signal) =>
    started('sendmail', ['-t', '-i'], {
      input: mailOf(notice, to),
      env: { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/lib` },
      signal,
    }),
})

const NOTIFY = 'src/interfaces/reporters/notify.applescript'

const toDesktop: Target['send'] = ({ title, text }, signal) =>
  process.platform === 'darwin'
    ? started('osascript', ['-e', readShipped(NOTIFY), title, text], { input: '', env: {}, signal })
    : started('notify-send', ['--app-name=mayday', '--', title, text], { input: '', env: {}, signal })

/** The longest wait for a program. */
const SEND_MS = 10_000

type Started = {
  readonly input: string
  readonly env: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

function started(program: string, args: readonly string[], { input, env, signal }: Started): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { ...process.env, ...env },
      timeout: SEND_MS,
      signal,
    })
    child.on('error', (error) => reject(new NotTakenError(`${program}: ${codeOf(error)}`, false)))
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new NotTakenError(`${program} ended with ${code}`, true)),
    )
    // The command need not read its input, so an error of this pipe is ignored.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : error.message)
