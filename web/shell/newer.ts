/**
 * Whether the server has another page than this one. A page stays open while Mayday is updated and the board is started
 * again; then its code no longer fits the answers.
 */
const CODE = '/app.js'
let own: Promise<string | null> = Promise.resolve(null)

async function tagOf(asked: RequestInit): Promise<string | null> {
  try {
    return (await fetch(CODE, asked)).headers.get('etag')
  } catch {
    // The server is away: the next reconnect asks again.
    return null
  }
}

/** Called when the page starts. The browser still has the code that it has just loaded, so this needs no server. */
export function rememberCode(): void {
  own = tagOf({ cache: 'force-cache' })
}

export async function isServerNewer(): Promise<boolean> {
  const [loaded, tag] = await Promise.all([own, tagOf({ method: 'HEAD', cache: 'no-store' })])
  return loaded !== null && tag !== null && tag !== loaded
}
