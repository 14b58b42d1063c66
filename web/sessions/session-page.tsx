/** One session: how it ended and why, with the proof, its turns and what it cost. */
import type { VNode } from 'preact'
import { FactList, type Fact } from '../parts/facts.tsx'
import type { SessionAnswer } from '../../src/views/sessions.ts'
import { linkFor } from '../address.ts'
import { useAsked } from '../asked.ts'
import { api, question } from '../client.ts'
import type { PageProps } from '../pages.ts'
import { Command } from '../parts/command.tsx'
import { Crumbs } from '../parts/crumb.tsx'
import { Empty } from '../parts/empty.tsx'
import { Captioned, Excerpt } from '../parts/excerpt.tsx'
import { Icon } from '../parts/icon.tsx'
import { lookOf } from '../parts/state.tsx'
import { Trouble } from '../trouble.tsx'
import { bytes, count, longTime, money, plural } from '../words.ts'
import { SessionTurns } from './session-turns.tsx'
import { folderWords, markOf, sessionWord } from './session-words.ts'

export function SessionPage({ address: { place } }: PageProps): VNode {
  const id = place.page === 'session' ? place.id : ''
  const { answer, error } = useAsked(question(api.sessions[':id'], { param: { id } }))
  const isGone = error?.code === 'UNKNOWN_SESSION'
  return (
    <main class="page">
      <Crumbs
        crumbs={[{ name: 'Sessions', href: linkFor({ page: 'sessions' }) }, { name: id.slice(0, 8) }]}
      />
      {isGone ? (
        <Empty title="This session is not on this machine">
          <p>
            Its file was removed or moved. <a href={linkFor({ page: 'sessions' })}>See all sessions</a>
          </p>
        </Empty>
      ) : (
        <Trouble error={error} />
      )}
      {answer === null || isGone ? <h1 class="sr">Session {id}</h1> : <Shown session={answer} />}
    </main>
  )
}

const TITLE_CHARS = 120

function Shown({ session }: { readonly session: SessionAnswer }): VNode {
  const { asked, status, reason, agent, model, cwd, branch } = session
  const { tone, icon } = lookOf(markOf(status))
  const title = asked.length > TITLE_CHARS ? `${asked.slice(0, TITLE_CHARS)}…` : asked
  return (
    <>
      <div class="head">
        <h1>{title === '' ? 'A session without a prompt' : title}</h1>
        <span class={`tag ${tone}`}>
          <Icon name={icon} />
          {sessionWord(status)}
        </span>
      </div>
      <p class="sub under-head">
        {[
          agent,
          model,
          cwd === null ? null : `in ${folderWords(cwd)}`,
          branch === null ? null : `on ${branch}`,
        ]
          .filter((word) => word !== null)
          .join(' · ')}{' '}
        {reason === null ? null : (
          <a class="why-code" href={linkFor({ page: 'sessions' }, { reason })}>
            {reason}
          </a>
        )}
      </p>
      <div class="cols sec">
        <div>
          <Verdict session={session} />
          <SessionTurns session={session} />
          <LastWords session={session} />
        </div>
        <Facts session={session} />
      </div>
    </>
  )
}

function Verdict({ session }: { readonly session: SessionAnswer }): VNode {
  const { explanation, said, status, problem, resetAt, agent } = session
  const { tone, icon } = lookOf(markOf(status))
  const hasProof = (explanation?.evidence.length ?? 0) > 0
  const isFailed = markOf(status) === 'failed'
  const words =
    explanation?.meaning ??
    problem ??
    (isFailed ? 'Its last turn has no end, and its process is gone.' : `${sessionWord(status)}.`)
  return (
    <section aria-label="How it ended">
      <div class="verdict">
        <Icon name={icon} tone={tone} />
        <div>
          <h2>{words}</h2>
          {said === null || hasProof ? null : <p class="sub">{said}</p>}
          {resetAt === null ? null : <p class="sub">The limit resets {longTime(resetAt)}.</p>}
        </div>
      </div>
      <Proof session={session} />
      {explanation === null || !isFailed ? null : (
        <div class="sec">
          <h2>What to do</h2>
          <p class="sub">{sentence(explanation.plan?.words ?? 'nothing is known to help')}</p>
        </div>
      )}
      <div class="sec">
        <p class="s sub">The same in a terminal:</p>
        <Command
          command={`mayday why ${session.id}`}
          label={`the command that explains this session of ${agent}`}
        />
      </div>
    </section>
  )
}

function Proof({
  session: { explanation, status, path },
}: {
  readonly session: SessionAnswer
}): VNode | null {
  const evidence = explanation?.evidence ?? []
  const [first] = evidence
  if (first === undefined) return null
  const name = path.split('/').at(-1) ?? path
  return (
    <div class="sec">
      <Captioned caption={first.line === null ? name : `Line ${first.line} of ${name}`}>
        <Excerpt
          label="The line that proves it"
          tone={markOf(status) === 'failed' ? 'fail' : 'ok'}
          lines={evidence.flatMap(({ line, excerpt, context }) => [
            ...(context === undefined || context.trim() === '' ? [] : [{ number: null, text: context }]),
            { number: line, text: excerpt, isProof: true },
          ])}
        />
      </Captioned>
    </div>
  )
}

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`

const LastWords = ({ session: { lastWords } }: { readonly session: SessionAnswer }): VNode | null =>
  lastWords === '' ? null : (
    <section class="sec">
      <h2>Its last words</h2>
      <p class="panel words-box">{lastWords}</p>
    </section>
  )

function Facts({ session }: { readonly session: SessionAnswer }): VNode {
  const rows = factsOf(session)
  return (
    <aside class="rail-plain" aria-label="Facts">
      <section class="sec">
        <h2>Facts</h2>
        <FactList rows={rows} />
      </section>
      <Touched files={session.files} />
    </aside>
  )
}

function factsOf(session: SessionAnswer): readonly Fact[] {
  const { id, agent, cwd, model, turns, costUsd, tokens, startedAt, endedAt, subagents, path, branch } =
    session
  return [
    ['Agent', agent],
    ['Model', model],
    ['Turns', String(turns)],
    ['Cost', costUsd === null ? null : money(costUsd)],
    ['Tokens', tokens === null ? null : count(tokens)],
    ['Began', startedAt === null ? null : longTime(startedAt)],
    ['Last', endedAt === null ? null : longTime(endedAt)],
    ['Folder', cwd],
    ['Branch', branch],
    ['Helpers', subagents === 0 ? null : plural(subagents, 'subagent')],
    ['Id', id],
    ['File', `${path} (${bytes(session.bytes)})`],
  ]
}

function Touched({ files }: Pick<SessionAnswer, 'files'>): VNode | null {
  if (files.length === 0) return null
  return (
    <section class="sec">
      <h2>
        Files <span>that its tools touched</span>
      </h2>
      <ul class="s mono break">
        {files.slice(0, 20).map((file) => (
          <li key={file}>{file}</li>
        ))}
      </ul>
      {files.length > 20 ? <p class="s dim">and {files.length - 20} more</p> : null}
    </section>
  )
}
