import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'

const BLOCK_BYTES = 16 * 1024 * 1024

/** The same pseudo-random numbers on every machine. */
function* numbers(seed: number): Generator<number> {
  let state = seed
  for (;;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    yield state / 2 ** 32
  }
}

const WORDS =
  'the build step wrote module output for worker tests passed info debug running compile link load file path result cache hit miss retry done next item'.split(
    ' ',
  )

/** A log as build tools and chatty agents write it: short lines, a few numbers, nothing special. */
export function writePlainLog(path: string, bytes: number, last: string): void {
  const random = numbers(7)
  const next = (): number => random.next().value ?? 0
  let block = ''
  while (block.length < BLOCK_BYTES) {
    const words = Array.from(
      { length: 4 + Math.floor(next() * 20) },
      () => WORDS[Math.floor(next() * WORDS.length)],
    )
    block += `12:${10 + Math.floor(next() * 49)}:${10 + Math.floor(next() * 49)} ${words.join(' ')}\n`
  }
  repeat(path, bytes, Buffer.from(block), last)
}

/** A transcript as Claude Code streams it: words, tool calls, tool results of 1 to 20 KB. */
export function writeTranscript(path: string, bytes: number): void {
  const random = numbers(11)
  const next = (): number => random.next().value ?? 0
  const session_id = '11111111-2222-4333-8444-555555555555'
  const base = { session_id, parent_tool_use_id: null, uuid: session_id }
  const lines: string[] = []
  let size = 0
  for (let i = 0; size < BLOCK_BYTES; i += 1) {
    const id = `toolu_${i}`
    const content = Array.from(
      { length: 20 + Math.floor(next() * 300) },
      () => `${WORDS[Math.floor(next() * WORDS.length)]} "quoted" \\ ${next()}`,
    ).join('\n')
    const turn = [
      {
        type: 'assistant',
        message: {
          id: `msg_${i}`,
          model: 'claude-sonnet-4-5',
          role: 'assistant',
          content: [{ type: 'text', text: 'I will look at the next file and run its tests.' }],
        },
        ...base,
      },
      {
        type: 'assistant',
        message: {
          id: `msg_${i}`,
          model: 'claude-sonnet-4-5',
          role: 'assistant',
          content: [{ type: 'tool_use', id, name: 'Bash', input: { command: `npm test -- file-${i}` } }],
        },
        ...base,
      },
      {
        type: 'user',
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: id, is_error: false, content }],
        },
        ...base,
      },
    ].map((line) => JSON.stringify(line))
    lines.push(...turn)
    size += turn.reduce((sum, line) => sum + line.length + 1, 0)
  }
  const result = {
    type: 'result',
    subtype: 'error_max_turns',
    is_error: false,
    duration_api_ms: 1,
    num_turns: 90,
    session_id,
    total_cost_usd: 1,
  }
  repeat(path, bytes, Buffer.from(`${lines.join('\n')}\n`), JSON.stringify(result))
}

function repeat(path: string, bytes: number, block: Buffer, last: string): void {
  const file = openSync(path, 'w')
  for (let written = 0; written < bytes; written += block.length) writeSync(file, block)
  writeSync(file, `${last}\n`)
  // Otherwise the disk is still busy with it during the measurement.
  fsyncSync(file)
  closeSync(file)
}
