import { anyOf } from '../any-of.ts'
import { ErrorBatch } from './error-batch.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

/** The line that reports a failed build. The cause is before it (webpack, esbuild) or after it (vite, next). */
const FAILED =
  /^(?:error during build:|\[vite:esbuild\] Transform failed with \d+ errors?:|(?:[✗x✖] )?Build failed in [\d.]+ ?m?s|Failed to compile\.?|> Build failed because of webpack errors|> Build error occurred|.*webpack [\d.]+ compiled with \d+ errors?\b|webpack compiled with \d+ errors?|🚨 Build failed\.|Application bundle generation failed\.|error: bundling failed|(?:[✘X] \[ERROR\] )?Build failed with \d+ errors?:|Error: (?:Build|Transform|Turbopack build) failed with \d+ errors?:|\s*ERROR\s+(?:Build failed|Nuxt build error|Error: Build failed)|Rollup failed|> Export encountered errors? on )/
const CAUSE =
  /^(?:✘ \[ERROR\] |> \S+:\d+:\d+: error: |\[!\] (?=\(|\w*Error\b(?! installing))|\[(?:vite|rollup|rolldown|plugin|commonjs|postcss|esbuild|UNRESOLVED_|PARSE_|MISSING_|[A-Z]+_[A-Z_]+)[^\]]{0,80}\]:? |(?:[\w.]*Error): |(?:Module not found|Module parse failed|Module build failed|Type error|Syntax error)\b|Could not (?:resolve|load) |Unable to resolve module |ERROR in (?:\.{0,2}\/|\S+\.\w|\[|multi |child |\S+ from )|Error occurred prerendering page|"[^"]+" is not exported by |TS\d{4,5}: |× )/
const COUNTED = /(?:compiled with|failed with) (\d+) errors?/
const FILE =
  /(?:^ERROR in |^\s{0,4}|\[ ?|from ")(\.{0,2}\/?[\w@./\\-]{1,200}\.(?:[cm]?[jt]sx?|vue|svelte|css|scss|html|astro))(?::\d|[" ]|$)/
const ESBUILD_COUNT = /^(\d+) errors?$/
const PASSED =
  /^(?:\S{1,4} built in |.*webpack [\d.]+ compiled (?:successfully|with \d+ warnings?)|webpack compiled (?:successfully|with \d+ warning)|Compiled (?:successfully|with warnings)|\s*✓ Compiled successfully|⚡ Done in |created .+ in [\d.]+m?s|✨ +Built in |Application bundle generation complete\.|\s*✓ Generating static pages)/
/** Next.js checks types and renders pages after this line. */
const FIRST_PART = /^\s*(?:✓ )?Compiled (?:successfully|with warnings)/
/** electron-builder marks the error that ended it. */
const ELECTRON = /^ {2}(?:⨯|Γ¿») (?!\S{1,300}\.\w{1,6}(?:\s{2}| \w+_))(.+)$/
const NODE_CRASH = /^(?:Error|TypeError|ReferenceError): /

type State = { readonly errors: ErrorBatch; failing: boolean; told: boolean }

export const jsBundlers: ToolReader = {
  name: 'bundler',
  title: 'JavaScript bundlers',
  cue: anyOf([
    /error during build|Build failed|[Ff]ailed to compile|Build error|compiled|Compiled|bundle generation/,
    /bundling failed|failed with \d+ error|build error|^✘|^\[|^ERROR in|Error: |^Module |^Type error/,
    /^Syntax error|Could not (?:resolve|load)|Unable to resolve|prerendering|Export encountered/,
    /is not exported by|^TS\d|built in|Built in|Done in|^created |Generating static|^ {2}(?:⨯|Γ¿») /,
    /^\d+ errors?$/,
    /^\s{0,4}\.{0,2}\/?[\w@./\\-]+\.(?:[cm]?[jt]sx?|vue|svelte|css|scss|html|astro)(?::\d|$)|^> \S+:\d|╭/,
  ]),
  open: () => {
    const state: State = { errors: new ErrorBatch(), failing: false, told: false }
    return { line: (text) => readLine(state, text) }
  },
}

function readLine(state: State, text: string): Finding | null {
  const { errors } = state
  if (PASSED.test(text)) {
    errors.clear()
    state.failing = false
    return FIRST_PART.test(text)
      ? { what: 'build-passed', detail: { soFar: true } }
      : { what: 'build-passed' }
  }
  const electron = ELECTRON.exec(text)?.[1]
  if (electron !== undefined) return { what: 'build-failed', message: electron }
  if (FAILED.test(text)) return failed(state, text)
  if (CAUSE.test(text)) return cause(state, text)
  const file = FILE.exec(text)?.[1]
  if (file !== undefined && (state.failing || !errors.isEmpty)) {
    errors.name(file)
    return state.failing && !errors.isEmpty ? errors.soFar('build-failed') : null
  }
  const counted = ESBUILD_COUNT.exec(text)?.[1]
  return counted === undefined || errors.isEmpty || !state.told
    ? null
    : errors.take('build-failed', Number(counted))
}

function failed(state: State, text: string): Finding {
  state.failing = true
  const counted = COUNTED.exec(text)?.[1]
  if (counted !== undefined && !state.errors.isEmpty)
    return {
      ...state.errors.soFar('build-failed'),
      detail: { ...state.errors.soFar('build-failed').detail, failed: Number(counted) },
    }
  return state.errors.isEmpty ? { what: 'build-failed', tentative: true } : state.errors.soFar('build-failed')
}

/**
 * A cause counts alone if its form is specific to a bundler. Otherwise it counts only near the line that reports the
 * failed build.
 */
function cause(state: State, text: string): Finding | null {
  const own =
    /^(?:✘ \[ERROR\] |\[!\] (?=\(|\w*Error\b(?! installing))|Module (?:not found|parse failed|build failed)|ERROR in (?:\.{0,2}\/|\S+\.\w|\[|multi |child |\S+ from ))/.test(
      text,
    )
  state.told ||= text.startsWith('✘')
  if (!own && !state.failing) return null
  if (NODE_CRASH.test(text) && !state.errors.isEmpty) return null
  const isHeading = text.startsWith('ERROR in ')
  if (isHeading) state.errors.name(FILE.exec(text)?.[1] ?? '')
  else state.errors.add(text, /from "([^"]+)"/.exec(text)?.[1] ?? '')
  if (isHeading && state.errors.isEmpty) return { what: 'build-failed', tentative: true }
  return { ...state.errors.soFar('build-failed'), tentative: true }
}
