import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import { changeTheme, onTheme, rememberedTheme, themes, themeWords, type Theme } from './theme.ts'

const after = (theme: Theme): Theme => themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'

export function ThemeButton(): VNode {
  const [theme, setTheme] = useState(rememberedTheme)
  useEffect(() => onTheme(() => setTheme(rememberedTheme())), [])
  const words = `Theme: ${themeWords[theme]}`
  return (
    <button
      type="button"
      class="b bare icon"
      aria-label={words}
      title={words}
      onClick={() => changeTheme(after(theme))}
    >
      <Icon name="theme" />
    </button>
  )
}
