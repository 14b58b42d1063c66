/** Folders of installed packages that no commit holds, and without which a project's own commands find nothing. */
export const INSTALLED: readonly string[] = ['node_modules', '.venv', 'venv']
