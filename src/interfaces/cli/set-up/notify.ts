/** `mayday notify`: where notices go, and a test of it. */
import type { NotifySettings } from '../../../config/config.ts'
import { noticeKinds, type Notice } from '../../../recovery/notices.ts'
import { countOf } from '../../../signals/count-of.ts'
import { deliver } from '../../reporters/notify/deliver.ts'
import { readKept } from '../../reporters/notify/notice-queue.ts'
import { isQuiet } from '../../reporters/notify/quiet-hours.ts'
import { secretsIn, targetsOf, type Target } from '../../reporters/notify/targets.ts'
import { maskValues, shownText } from '../../shown.ts'
import type { Answer } from '../answers.ts'
import type { Screen } from '../command.ts'
import { loadProjectConfig, loadTrusted } from '../config/project-config.ts'
import { exitWith } from '../exit-codes.ts'
import type { Flags } from '../parse/option.ts'
import { openRecorded } from '../record/open-store.ts'
import { styleFor } from '../screen/style.ts'

export type NotifyAsked = Flags<'test' | 'trust' | 'json'>

export async function runNotify(asked: NotifyAsked, screen: NotifyScreen): Promise<number> {
  const loaded = asked.test ? await loadTrusted(asked, screen) : await loadProjectConfig()
  const settings = loaded.whole.notify
  maskValues(secretsIn(settings, process.env))
  const targets = targetsOf(settings, process.env)
  return asked.test ? testAll(targets, screen) : show(targets, settings, screen)
}

type Told = Answer<'mayday.notify/1'>
type NotifyScreen = Screen<Told>

const NONE = 'No notices are sent: mayday.yaml has no section notify. See docs/notices.md\n'

const TEST: Notice = {
  kind: 'person',
  key: 'test',
  escalations: [],
  title: 'Mayday: this is a test',
  text: 'If you can read this, notices of this project reach you.\nSent by: mayday notify --test',
}

type Tested = Extract<Told, { tested: unknown }>['tested'][number]
type Settled = Extract<Told, { targets: unknown }>

/** Tries each place once. Quiet hours and limits do not apply, because a person waits for the result. */
async function testAll(targets: readonly Target[], screen: NotifyScreen): Promise<number> {
  const { signal } = new AbortController()
  const tested = await Promise.all(
    targets.map(async (target): Promise<Tested> => {
      const done = await deliver(target, TEST, signal, [])
      return {
        target: target.name,
        sent: done.kind === 'sent',
        why: done.kind === 'sent' ? null : shownText(done.why),
      }
    }),
  )
  const isGood = tested.length > 0 && tested.every(({ sent }) => sent)
  return screen.answer(
    { tested },
    () => (tested.length === 0 ? NONE : tested.map((one) => testedLine(one, screen.colour)).join('')),
    exitWith(isGood ? 'succeeded' : 'trouble'),
  )
}

function testedLine({ target, why }: Tested, colour: boolean): string {
  const style = styleFor(colour)
  return why === null ? `${style.green('✓')} ${target}: sent\n` : `${style.red('✗')} ${target}: ${why}\n`
}

async function show(
  targets: readonly Target[],
  settings: NotifySettings,
  screen: NotifyScreen,
): Promise<number> {
  using opened = await openRecorded()
  const waiting = opened.store === null ? 0 : readKept(opened.store).kept.waiting.length
  const told = {
    targets: targets.map(({ name }) => name),
    for: settings.kinds ?? noticeKinds,
    quiet: settings.quiet ?? null,
    perHour: settings.perHour ?? 10,
    isQuiet: isQuiet(settings.quiet, new Date()),
    waiting,
  }
  return screen.answer(told, () => (targets.length === 0 ? NONE : render(told)))
}

const render = (told: Settled): string =>
  [
    `Notices go to: ${told.targets.join(', ')}`,
    `For: ${told.for.join(', ')}`,
    `Quiet: ${told.quiet === null ? 'never' : `${told.quiet}${told.isQuiet ? ' (now)' : ''}`}; at most ${told.perHour} an hour`,
    ...(told.waiting === 0 ? [] : [`Not sent yet: ${countOf(told.waiting, 'notice')}`]),
    'To try it: mayday notify --test',
    '',
  ].join('\n')
