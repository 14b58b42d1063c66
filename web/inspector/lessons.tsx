import type { VNode } from 'preact'
import type { ShownRun } from '../../src/views/show-run.ts'
import { Section } from './section.tsx'

type Lesson = ShownRun['lessons'][number]

const HELPED = { true: 'helped', false: 'did not help', null: 'not tried yet' } as const

export function Lessons({ lessons }: { readonly lessons: readonly Lesson[] }): VNode | null {
  if (lessons.length === 0) return null
  return (
    <Section
      title="Lessons"
      note={`${lessons.filter(({ helped }) => helped === true).length} of ${lessons.length} helped`}
    >
      <ul class="plain-list">
        {lessons.map(({ number, error, attempted, files, run, helped, clearedAt }) => (
          <li key={number}>
            <span
              class={`chip ${helped === true ? 'is-succeeded' : helped === false ? 'is-failed' : 'is-queued'}`}
            >
              {HELPED[`${helped}`]}
            </span>{' '}
            {error}
            <p class="muted small">
              after run {run}
              {attempted === '' ? '' : `; tried: ${attempted.replace(/\.$/, '')}`}
              {files.length === 0 ? '' : `; in ${files.slice(0, 3).join(', ')}`}
              {clearedAt === null ? '' : '; its phase is complete'}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
