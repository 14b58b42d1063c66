import type { Detail } from './signal.ts'

/** Names of tests and words of providers come from the output, so they may hold a secret. */
export function safeDetail(detail: Detail, safe: (text: string) => string): Detail {
  const { code, word, names } = detail
  return {
    ...detail,
    ...(code === undefined ? {} : { code: safe(code) }),
    ...(word === undefined ? {} : { word: safe(word) }),
    ...(names === undefined ? {} : { names: names.map(safe) }),
  }
}
