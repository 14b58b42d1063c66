/** A sleep that can be cut short. Only one caller may sleep at a time. */
export class Alarm {
  #wake: (() => void) | null = null
  #rung = false

  /** Ends the sleep now. If no caller sleeps, the next sleep returns at once. */
  ring(): void {
    this.#rung = true
    this.#wake?.()
  }

  async sleep(ms: number): Promise<void> {
    if (!this.#rung)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    this.#wake = null
    this.#rung = false
  }
}
