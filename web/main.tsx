import { render } from 'preact'
import { startLinks } from './address.ts'
import { App } from './app.tsx'
import { startLive } from './live.ts'
import { showInvisibleEverywhere } from './show-invisible.ts'

const place = document.getElementById('app')
if (place !== null) {
  showInvisibleEverywhere()
  startLinks()
  startLive()
  render(<App />, place)
}
