/** Loaded with --import: loading the packages or the Postgres code of a fleet throws an error. */
import { registerHooks } from 'node:module'

registerHooks({
  resolve: (specifier, context, next) => {
    if (/^pg(?:-boss)?$/.test(specifier)) throw new Error(`${specifier} was asked for`)
    return next(specifier, context)
  },
  load: (url, context, next) => {
    const loaded = next(url, context)
    const { source } = loaded
    const text = typeof source === 'string' ? source : new TextDecoder().decode(source ?? undefined)
    if (text.includes('for update skip locked')) throw new Error(`${url} was loaded`)
    return loaded
  },
})
