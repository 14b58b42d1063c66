import { render } from 'preact'
import { App } from './app.tsx'
import { startLive } from './live.ts'
import { showInvisibleEverywhere } from './show-invisible.ts'

const place = document.getElementById('app')
if (place !== null) {
  showInvisibleEverywhere()
  startLive()
  render(<App />, place)
}
