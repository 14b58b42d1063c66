import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import { rememberedTheme, rememberTheme, showTheme, themes, type Theme } from './theme.ts'

const WORDS: Readonly<Record<Theme, string>> = { system: 'as the system', light: 'light', dark: 'dark' }

const after = (theme: Theme): Theme => themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'

export function ThemeButton(): VNode {
  const [theme, setTheme] = useState(rememberedTheme)
  const change = (): void => {
    const next = after(theme)
    rememberTheme(next)
    showTheme(next)
    setTheme(next)
  }
  const words = `Theme: ${WORDS[theme]}`
  return (
    <button type="button" class="b bare icon" aria-label={words} title={words} onClick={change}>
      <Icon name="theme" />
    </button>
  )
}
