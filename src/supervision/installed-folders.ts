/** Folders of installed packages. No commit contains them, and a project's commands need them. */
export const INSTALLED: readonly string[] = ['node_modules', '.venv', 'venv']
