/**
 * Whether the server has another page than this one. A page stays open while Mayday is updated and the board is started
 * again; then its code no longer fits the answers.
 */
const CODE = '/app.js'
let own: string | null = null

async function tagOf(): Promise<string | null> {
  try {
    return (await fetch(CODE, { method: 'HEAD', cache: 'no-store' })).headers.get('etag')
  } catch {
    // The server is away: the next reconnect asks again.
    return null
  }
}

/** The first call remembers what the page was loaded with. */
export async function isServerNewer(): Promise<boolean> {
  const tag = await tagOf()
  own ??= tag
  return tag !== null && tag !== own
}
