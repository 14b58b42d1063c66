// mayday@mayday: a plugin of OpenCode. It tells Mayday how sessions end, tells the next session in the same folder what
// happened, and adds Mayday's MCP server. `mayday connect opencode` puts it into place and fills in the command.
// It never fails OpenCode: whatever goes wrong here is left out.
import { spawn } from 'node:child_process'

const COMMAND = ['mayday']

const PATIENCE_MS = 3000

/** Starts `mayday hook` with an event. `isAnswered`: OpenCode waits for what it prints. */
function hook(event, isAnswered) {
  return new Promise((resolve) => {
    const words = [...COMMAND.slice(1), 'hook', ...(isAnswered ? [] : ['--record'])]
    const child = spawn(COMMAND[0], words, {
      cwd: '/',
      detached: !isAnswered,
      stdio: ['pipe', isAnswered ? 'pipe' : 'ignore', 'ignore'],
      ...(isAnswered ? { timeout: PATIENCE_MS } : {}),
    })
    let said = ''
    child.on('error', () => resolve(''))
    child.stdin.on('error', () => {})
    child.stdin.end(JSON.stringify(event))
    if (!isAnswered) {
      child.unref()
      return resolve('')
    }
    child.stdout.on('data', (bytes) => (said += bytes))
    child.on('close', () => resolve(said))
  })
}

function contextIn(said) {
  try {
    return JSON.parse(said).hookSpecificOutput.additionalContext
  } catch {
    // There is no news.
    return undefined
  }
}

export const Mayday = async ({ directory, client }) => {
  const begun = new Set()
  const failed = new Set()
  const tell = (name, session, more = {}, isAnswered = false) =>
    hook({ hook_event_name: name, session_id: session, cwd: directory, ...more }, isAnswered)

  /** A subagent is no session of the person. */
  const isOwn = async (session) => {
    try {
      const { data } = await client.session.get({ path: { id: session } })
      return !data?.parentID
    } catch {
      // If the server does not say, the session counts.
      return true
    }
  }

  return {
    config: async (config) => {
      config.mcp = { mayday: { type: 'local', command: [...COMMAND, 'mcp'], enabled: true }, ...config.mcp }
    },
    'chat.message': async ({ sessionID }, { parts, message }) => {
      if (begun.has(sessionID)) return
      begun.add(sessionID)
      if (!(await isOwn(sessionID))) return
      const text = contextIn(await tell('SessionStart', sessionID, { source: 'startup' }, true))
      if (text === undefined || parts.length === 0) return
      // Sorted behind the prompt, because parts are sorted by their ids.
      const id = `${parts.at(-1).id}m`
      parts.push({ id, sessionID, messageID: message.id, type: 'text', synthetic: true, text })
    },
    event: async ({ event: { type, properties = {} } }) => {
      const { sessionID } = properties
      if (typeof sessionID !== 'string') return
      if (type === 'session.error') {
        failed.add(sessionID)
        await tell('StopFailure', sessionID)
      } else if (type === 'session.idle' && failed.delete(sessionID)) {
        // The failure may be over, or is complete only now.
        await tell('SessionEnd', sessionID)
      } else if (type === 'permission.asked') {
        const message = `It waits for a permission: ${properties.permission ?? 'a tool'}`
        await tell('Notification', sessionID, { notification_type: 'permission_prompt', message })
      }
    },
  }
}
