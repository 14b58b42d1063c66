/**
 * A session's id comes from an agent's output and goes into a command line and into the name of a file. It is
 * one word that no program takes for an option and no path for a folder.
 */
const SESSION_ID = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,199}$/

/** Is this an id that may be kept and given to a program? */
export const isSessionId = (id: unknown): id is string => typeof id === 'string' && SESSION_ID.test(id)
