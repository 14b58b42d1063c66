/**
 * Finds the file and line of the workspace that the evidence names.
 *
 * The text comes from a log. F1 Only a regular file whose real path is inside the workspace is named. F2 The work is
 * bounded: a few candidates in a bounded text. F3 A line number is named only if it is unambiguous.
 */
import { realpathSync, statSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import type { Explanation } from '../../../diagnosis/explain.ts'
import { textAround } from './text-around.ts'

export type NamedFile = { readonly path: string; readonly line: number | null }

const MOST_TEXT = 2000
const MOST_CANDIDATES = 20

const PATH = '(?:[A-Za-z]:)?[\\w@+.~/\\\\-]*[\\w@+-]\\.[A-Za-z]\\w{0,9}'

/** `src/a.ts:12:3`, `src/a.ts(12,3)`, `File "a.py", line 12`, `a.py::test_it`. */
const FORMS: readonly RegExp[] = [
  new RegExp(`File "(${PATH})", line (\\d{1,7})`, 'g'),
  new RegExp(`(${PATH})\\((\\d{1,7})(?:,\\d+)?\\)`, 'g'),
  new RegExp(`(${PATH}):(\\d{1,7})\\b`, 'g'),
  new RegExp(`(${PATH})(?=::|\\s|$|[,;'")\\]])`, 'g'),
]

/** The first existing file; a name with a line number wins over one without. */
export function namedFile(found: Explanation, workspace: string): NamedFile | null {
  const named = namedIn(textOf(found), workspace)
  const [first = null] = named
  return named.find(({ line }) => line !== null) ?? (first && withLine(first, found, workspace))
}

const namedIn = (text: string, workspace: string): readonly NamedFile[] =>
  candidatesIn(text).flatMap(({ path, line }) => {
    const inside = insideOf(workspace, path)
    return inside === null ? [] : [{ path: inside, line }]
  })

/** Lines next to the evidence that belong to it, like `--> src/main.rs:2:5` below an error of rustc. */
const NEXT_LINES = 3

/** F3. The line comes from the lines next to the evidence, or from all lines around it if they name only one. */
function withLine(named: NamedFile, found: Explanation, workspace: string): NamedFile {
  const around = textAround(found)
  if (around === null) return named
  const linesIn = (texts: readonly string[]): readonly number[] =>
    namedIn(texts.join('\n'), workspace).flatMap(({ path, line }) =>
      path === named.path && line !== null ? [line] : [],
    )
  const [next] = linesIn(around.from.slice(0, NEXT_LINES))
  const [one, ...others] = new Set(linesIn([...around.before, ...around.from]))
  return { ...named, line: next ?? (others.length === 0 ? (one ?? null) : null) }
}

const textOf = ({ evidence, failing = [] }: Explanation): string =>
  [...evidence.map(({ excerpt }) => excerpt), ...failing]
    .map((text) => text.slice(0, MOST_TEXT))
    .join('\n')
    .slice(0, 4 * MOST_TEXT)

const candidatesIn = (text: string): readonly NamedFile[] =>
  FORMS.flatMap((form) =>
    Array.from(text.matchAll(form), ([, path = '', line]) => ({
      path,
      line: line === undefined || Number(line) < 1 ? null : Number(line),
    })).slice(0, MOST_CANDIDATES),
  )

/** F1. The path relative to the workspace, with forward slashes. */
function insideOf(workspace: string, path: string): string | null {
  try {
    const root = realpathSync(workspace)
    const real = realpathSync(resolve(root, path))
    const way = relative(root, real)
    if (way === '' || way.startsWith('..') || isAbsolute(way) || !statSync(real).isFile()) return null
    return way.split(sep).join('/')
  } catch {
    // The file does not exist or cannot be read, so the log means another file.
    return null
  }
}
