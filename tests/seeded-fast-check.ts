/**
 * fast-check with a fixed seed, so that the result of `npm test` depends only on the code. A soak sets MAYDAY_SEED
 * and tries other values. `vitest.config.ts` replaces every import of fast-check by this file.
 */
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env['MAYDAY_SEED'] ?? 1) })

export * from 'fast-check'
// oxlint-disable-next-line import/no-default-export
export default fc
