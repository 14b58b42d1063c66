/** Installs plugins as Claude Code does: it rewrites its settings, and leaves empty objects behind when it removes one. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const [, , , ...words] = process.argv
const user = join(process.env['HOME'] ?? '', '.claude/settings.json')

function change(path: string, key: string, name: string, value: unknown): void {
  const settings = JSON.parse(read(path) || '{}')
  const { [name]: _, ...others } = settings[key] ?? {}
  settings[key] = value === undefined ? others : { ...others, [name]: value }
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(settings, null, 2)}\n`)
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // There is none yet.
    return ''
  }
}

if (process.env['PLUGIN_AGENT_FAILS'] === words[0]) {
  process.stderr.write('Error: the disk is on fire\n')
  process.exit(1)
}
const scoped = words.at(-1) === 'project' ? join(process.cwd(), '.claude/settings.json') : user
if (words[1] === 'add') change(user, 'extraKnownMarketplaces', 'mayday', { path: words[2] })
else if (words[1] === 'remove') change(user, 'extraKnownMarketplaces', 'mayday', undefined)
else if (words[0] === 'install') change(scoped, 'enabledPlugins', words[1] ?? '', true)
// Copilot CLI only turns a plugin off.
else
  change(
    scoped,
    'enabledPlugins',
    words[1] ?? '',
    process.env['PLUGIN_AGENT_TURNS_OFF'] === '1' ? false : undefined,
  )
