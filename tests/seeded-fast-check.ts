/**
 * fast-check with the same values each time: what `npm test` says depends on the code alone. A soak sets MAYDAY_SEED and
 * tries other values. `vitest.config.ts` gives this to whoever imports fast-check.
 */
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env['MAYDAY_SEED'] ?? 1) })

export * from 'fast-check'
// oxlint-disable-next-line import/no-default-export
export default fc
