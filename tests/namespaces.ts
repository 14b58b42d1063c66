/** Machines on one network, each in a network namespace of its own. */
import { execFileSync } from 'node:child_process'

const ip = (...words: readonly string[]): void =>
  void execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'pipe'] })

function canMake(): boolean {
  const name = `mdprobe-${process.pid}`
  try {
    ip('netns', 'add', name)
    ip('netns', 'del', name)
    return true
  } catch {
    return false
  }
}

/** Needs root and the `ip` program. Tests that need it are skipped by name elsewhere. */
export const hasNamespaces: boolean = canMake()

/** One machine: its own network, with one cable to the host. */
export class Machine implements Disposable {
  readonly #name: string
  readonly #cable: string
  /** The address of the host as this machine sees it. */
  readonly host: string

  constructor(number: number) {
    const id = process.pid % 10_000
    this.#name = `md${id}-${number}`
    this.#cable = `mdh${id}-${number}`
    const net = `10.${64 + (id % 64)}.${number}`
    this.host = `${net}.1`
    ip('netns', 'add', this.#name)
    ip('link', 'add', this.#cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', this.#name)
    ip('addr', 'add', `${this.host}/24`, 'dev', this.#cable)
    ip('link', 'set', this.#cable, 'up')
    for (const words of [
      ['link', 'set', 'lo', 'up'],
      ['addr', 'add', `${net}.2/24`, 'dev', 'eth0'],
      ['link', 'set', 'eth0', 'up'],
    ])
      ip('-n', this.#name, ...words)
  }

  /** Starts a command there. */
  get launch(): readonly string[] {
    return ['ip', 'netns', 'exec', this.#name]
  }

  /** Pulls the cable: nothing is refused, and nothing is answered. */
  cut(): void {
    ip('link', 'set', this.#cable, 'down')
  }

  heal(): void {
    ip('link', 'set', this.#cable, 'up')
  }

  [Symbol.dispose](): void {
    ip('netns', 'del', this.#name)
  }
}
