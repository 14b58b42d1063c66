/**
 * A session id comes from an agent's output and goes into a command line and a file name. It must be one word that is
 * neither an option nor a path.
 */
const SESSION_ID = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,199}$/

/** Is this an id that is safe to keep and to pass to a program? */
export const isSessionId = (id: unknown): id is string => typeof id === 'string' && SESSION_ID.test(id)
