/** The stack of a bug with the lines in the sources, if the maps of the bundle are next to it. Maps contain no columns. */
import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { basename, dirname, join } from 'node:path'
import * as v from 'valibot'
import { count, parseJson } from '../../record/schema.ts'

const PLACE = /(?<file>(?:file:\/\/)?\/[^():\n]+\.cjs):(?<line>\d+):(?<column>\d+)/g

export const readableStack = (stack: string): string =>
  stack.replaceAll(PLACE, (found, file: string, line: string, column: string) => {
    const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1)
    return entry !== undefined && 'originalSource' in entry
      ? `${sourceName(entry.originalSource)}:${entry.originalLine + 1}`
      : found
  })

/** `../../../src/x.ts` as it is called in the repository. */
const sourceName = (path: string): string => path.replace(/^(?:\.\.\/)+/, '')

/** What `tools/build.ts` writes: for each file of the bundle, a map without columns. */
const mapsSchema = v.record(
  v.string(),
  v.object({
    version: count,
    sources: v.array(v.string()),
    names: v.array(v.string()),
    mappings: v.string(),
  }),
)

const maps = new Map<string, SourceMap | null>()

function mapOf(file: string): SourceMap | null {
  const known = maps.get(file)
  if (known !== undefined) return known
  const map = readMap(file.replace(/^file:\/\//, ''))
  maps.set(file, map)
  return map
}

/** The maps of all files of the bundle are in one. */
function readMap(file: string): SourceMap | null {
  try {
    const all = parseJson(mapsSchema, readFileSync(join(dirname(file), 'maps.json'), 'utf8'))
    const map = all?.[basename(file)]
    return map === undefined
      ? null
      : new SourceMap({
          file: '',
          sourcesContent: [],
          sourceRoot: '',
          ...map,
          sources: [...map.sources],
          names: [...map.names],
        })
  } catch {
    // The map is missing or damaged. The stack then shows positions in the bundle.
    return null
  }
}
