/** One seed for all that is random in a soak, printed before anything starts. MAYDAY_SEED repeats it. */
export function setup(): void {
  process.env['MAYDAY_SEED'] ??= String(Date.now() % 1_000_000)
  process.env['MAYDAY_SOAK'] ??= '1'
  const { MAYDAY_SEED: seed, MAYDAY_SOAK: share } = process.env
  process.stdout.write(`soak: ${share} of the whole, seed ${seed} (repeat it with MAYDAY_SEED=${seed})\n`)
}
