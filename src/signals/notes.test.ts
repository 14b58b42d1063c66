import { describe, expect, test } from 'vitest'
import { Notes } from './notes.ts'

describe('a note', () => {
  const secret = `sk-ant-api03-${'aB3dE5gH7jK9mN1pQ2sT4vW6xY8z'.repeat(4).slice(0, 95)}`

  test('cuts its excerpt without showing half a key', () => {
    const notes = new Notes({ file: 'a.log', now: new Date() })
    const raw = `Error: ${'x'.repeat(215)} ${secret}`
    notes.reading({ raw, offset: 0, line: 1, before: raw })
    notes.typed('failure', 'Error:')
    const [signal] = notes.signals('agent_run')
    expect(signal?.at?.excerpt).toBe(`Error: ${'x'.repeat(215)} ${'*'.repeat(17)}`)
    expect(signal?.at?.before).toBe(signal?.at?.excerpt)
  })

  test('names no key in the details of a failure', () => {
    const notes = new Notes({ file: 'a.log', now: new Date() })
    notes.reading({ raw: 'Error:', offset: 0, line: 1, before: '' })
    notes.typed('tests-failed', 'Error:', { names: [`test_login[${secret}]`] })
    notes.file(`keys/${secret}`)
    expect(JSON.stringify([notes.signals('agent_run'), notes.facts()])).not.toContain(secret)
  })

  test('keeps last words without half a key', () => {
    const notes = new Notes({ file: 'a.log', now: new Date() })
    notes.words(`${secret} ${'x'.repeat(1950)}`)
    expect(notes.facts().lastWords).toBe(`${'*'.repeat(49)} ${'x'.repeat(1950)}`)
  })
})
