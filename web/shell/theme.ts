/** The theme: as the system, light or dark. The choice is remembered in this browser. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const KEY = 'mayday.theme'

export function rememberedTheme(): Theme {
  try {
    return themes.find((theme) => theme === localStorage.getItem(KEY)) ?? 'system'
  } catch {
    // The browser keeps nothing for this page. The system's theme is used.
    return 'system'
  }
}

export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

function rememberTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // The choice holds until the page is closed.
  }
}

export const themeWords: Readonly<Record<Theme, string>> = {
  system: 'as the system',
  light: 'light',
  dark: 'dark',
}

const listeners = new Set<() => void>()

export function changeTheme(theme: Theme): void {
  rememberTheme(theme)
  showTheme(theme)
  for (const listener of listeners) listener()
}

/** Calls `listener` after each change. Returns how to stop that. */
export function onTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
