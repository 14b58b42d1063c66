/** Files in hidden folders that are needed anyway, read-only: tools and the agent itself. */
import { realpathSync } from 'node:fs'
import { basename, delimiter, dirname, isAbsolute, join, normalize } from 'node:path'
import { toolchainVariables } from '../attempt-place.ts'
import type { Environment } from '../../supervision/run-folder.ts'
import { followed, isBelow } from './hidden-places.ts'

const exists = (path: string): boolean => followed(path) !== null

/** By their requested paths and by their real paths. `needed` are files and folders that the command names. */
export function readablePlaces(
  needed: readonly string[],
  env: Environment,
  hidden: readonly string[],
): readonly string[] {
  const search = (env['PATH'] ?? '').split(delimiter).filter(isAbsolute).flatMap(withLibraries)
  const tools = toolchainVariables.map((name) => env[name] ?? '').filter(isAbsolute)
  const named = [...search, ...tools, ...needed.filter(isAbsolute).flatMap(withCompany)].filter(exists)
  const all = [
    ...new Set(named.flatMap((path) => [normalize(path).replace(/(.)\/$/, '$1'), realpathSync(path)])),
  ]
  const wanted = all.filter((path) => isBroughtBack(path, hidden))
  return wanted.filter((path) => !wanted.some((other) => other !== path && isBelow(path, other))).toSorted()
}

/** A path that is not hidden is already readable. A hidden folder is never made readable as a whole. */
const isBroughtBack = (path: string, hidden: readonly string[]): boolean =>
  hidden.some((folder) => path !== folder && isBelow(path, folder)) &&
  !hidden.some((folder) => isTop(folder, hidden) && isBelow(folder, path))

const isTop = (folder: string, hidden: readonly string[]): boolean =>
  !hidden.some((other) => other !== folder && isBelow(folder, other))

/** Programs in `X/bin` find their libraries in `X/lib`. An environment of Python or conda is needed completely. */
function withLibraries(folder: string): readonly string[] {
  const prefix = dirname(folder)
  if (!/^s?bin$/.test(basename(folder))) return [folder]
  if (exists(join(prefix, 'conda-meta'))) return [folder, prefix]
  if (exists(join(prefix, 'pyvenv.cfg'))) return [folder, prefix, ...pythonOf(prefix)]
  return [folder, join(prefix, 'lib'), join(prefix, 'lib64'), join(prefix, 'libexec')]
}

/** The Python from which an environment was created. */
function pythonOf(prefix: string): readonly string[] {
  const python = join(prefix, 'bin/python')
  return exists(python) ? [dirname(dirname(realpathSync(python)))] : []
}

/** A program with its real file, its package and its libraries. */
function withCompany(path: string): readonly string[] {
  if (!exists(path)) return []
  const real = realpathSync(path)
  if (followed(real)?.isDirectory() === true) return [path, real]
  const modules = real.indexOf('/node_modules/')
  const packages = modules === -1 ? [] : [real.slice(0, modules + '/node_modules'.length)]
  const around = /^s?bin$/.test(basename(dirname(real))) ? withLibraries(dirname(real)) : []
  return [path, real, ...packages, ...around]
}
