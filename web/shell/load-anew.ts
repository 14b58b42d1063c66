/**
 * Browsers keep the failure of an import: the same import sends no further request. After an outage, code that could
 * not be loaded comes only with a new document.
 */
const LOADED_AT = 'mayday-loaded-anew'
/** Code that is missing on the server must not reload the page again and again. */
const PAUSE_MS = 10_000

/** Loads the document again if the server answers, at most once in ten seconds. */
export async function loadAnew(): Promise<void> {
  const last = Number(sessionStorage.getItem(LOADED_AT) ?? 0)
  if (Date.now() - last < PAUSE_MS || !(await answers())) return
  sessionStorage.setItem(LOADED_AT, String(Date.now()))
  location.reload()
}

const answers = (): Promise<boolean> =>
  fetch(location.href, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
