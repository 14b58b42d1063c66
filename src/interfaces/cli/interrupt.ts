/** For commands that only look: Ctrl+C ends the looking. */
export function untilInterrupted(): { readonly signal: AbortSignal } & Disposable {
  const controller = new AbortController()
  const end = (): void => controller.abort()
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      process.off('SIGINT', end)
      process.off('SIGTERM', end)
    },
  }
}
