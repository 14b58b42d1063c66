import type { Detail } from './signal.ts'

/** Redacts test names and provider messages: they come from the output and may contain a secret. */
export function safeDetail(detail: Detail, safe: (text: string) => string): Detail {
  const { code, word, names } = detail
  return {
    ...detail,
    ...(code === undefined ? {} : { code: safe(code) }),
    ...(word === undefined ? {} : { word: safe(word) }),
    ...(names === undefined ? {} : { names: names.map(safe) }),
  }
}
