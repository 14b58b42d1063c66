/** Loaded with --import: whoever asks for a package that only a fleet needs gets an error. */
import { registerHooks } from 'node:module'

registerHooks({
  resolve: (specifier, context, next) => {
    if (/^pg(?:-boss)?$/.test(specifier)) throw new Error(`${specifier} was asked for`)
    return next(specifier, context)
  },
})
