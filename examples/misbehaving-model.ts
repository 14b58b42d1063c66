/**
 * A harness of one's own under test: a small agent loop that should survive a bad night, against a model server that
 * gives it one; then a scripted agent, to see what the harness makes of a process that will not end.
 * In a project of your own the import is `from 'mayday/testing'`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import {
  agentCommand,
  fault,
  repeat,
  say,
  scriptedAgent,
  startModelServer,
  thenAlways,
} from '../src/testing/index.ts'

/** The loop under test: asks a model, and asks again where that failed. */
async function askPatiently(url: string, prompt: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await askOnce(url, prompt)
    console.log(`  attempt ${attempt}: ${answer.words ?? answer.problem}`)
    if (answer.words !== undefined) return answer.words
    await wait(10 * 2 ** attempt)
  }
}

async function askOnce(
  url: string,
  prompt: string,
): Promise<{ readonly words?: string; readonly problem?: string }> {
  const body = JSON.stringify({ model: 'any', messages: [{ role: 'user', content: prompt }] })
  const signal = AbortSignal.timeout(1500)
  try {
    const response = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body, signal })
    const text = await response.text()
    if (!response.ok) return { problem: `status ${response.status}` }
    return { words: /"content":"([^"]*)"/.exec(text)?.[1] ?? '(no words)' }
  } catch (error) {
    return { problem: String(error instanceof Error ? (error.cause ?? error) : error) }
  }
}

async function endStubbornAgent(): Promise<void> {
  const { argv, env } = agentCommand(
    scriptedAgent(
      { kind: 'print', text: 'working on: {prompt}\n' },
      { kind: 'ignore', signal: 'SIGTERM' },
      { kind: 'print', text: 'ready\n' },
      { kind: 'hang' },
    ),
  )
  const [program = '', ...args] = argv
  const agent = spawn(program, [...args, 'Fix the login test'], { env: { ...process.env, ...env } })
  const closed = once(agent, 'close')
  for await (const chunk of agent.stdout) {
    console.log(`  agent: ${String(chunk).trim()}`)
    if (String(chunk).includes('ready')) break
  }
  agent.kill('SIGTERM')
  const isGone = await Promise.race([closed.then(() => true), wait(200, false)])
  console.log(`  after SIGTERM it ${isGone ? 'is gone' : 'is still there'}`)
  agent.kill('SIGKILL')
  console.log(`  after SIGKILL: ended by ${(await closed)[1]}`)
}

console.log('A night with this model:')
await using server = await startModelServer({
  script: [
    fault('rate-limit', { retryAfter: 1 }),
    repeat(2, fault('overloaded')),
    fault('reset'),
    fault('hang'),
    thenAlways(say('The answer is 4.')),
  ],
})
await askPatiently(server.url, 'What is 2 + 2?')
console.log(`It saw: ${server.requests.map(({ answeredWith }) => answeredWith).join(', ')}`)

console.log('\nAn agent that ignores being asked to stop:')
await endStubbornAgent()
