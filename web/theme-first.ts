/** Runs before the first paint, so that the page does not flash in the other theme. */
import { rememberedTheme, showTheme } from './shell/theme.ts'

showTheme(rememberedTheme())
