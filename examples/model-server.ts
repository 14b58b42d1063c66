/**
 * A model server for work by hand: `node examples/model-server.ts [FAULT or SCRIPT.json] [PORT]`, or `--list`.
 * Prints how each agent is pointed at it, then one line for every request.
 */
import { readFileSync } from 'node:fs'
import {
  fault,
  faults,
  isFaultName,
  pointedAgents,
  say,
  settingsFor,
  startModelServer,
} from '../src/testing/index.ts'

const [what, port = '0'] = process.argv.slice(2)

if (what === '--list') {
  for (const [name, { title }] of Object.entries(faults)) console.log(`${name.padEnd(20)}${title}`)
} else {
  const script =
    what === undefined
      ? say('Done.')
      : isFaultName(what)
        ? fault(what)
        : JSON.parse(readFileSync(what, 'utf8'))
  const server = await startModelServer({
    script,
    port: Number(port),
    onRequest: ({ number, api, method, path, prompt, answeredWith }) =>
      console.log(
        `${number} ${api} ${method} ${path} ${JSON.stringify(prompt.slice(0, 60))} -> ${answeredWith}`,
      ),
  })
  console.log(`The model server listens on ${server.url}\n`)
  for (const agent of pointedAgents) {
    const { env, args, files } = settingsFor(agent, server.url)
    const variables = Object.entries(env).map(([name, value]) => `${name}='${value}'`)
    const words = args.map((word) => (/[^\w./=-]/.test(word) ? `'${word}'` : word))
    console.log([...variables, agent, ...words].join(' '))
    for (const [path, text] of Object.entries(files)) console.log(`  with ~/${path}: ${text.trim()}`)
  }
  console.log()
}
