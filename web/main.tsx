import { render } from 'preact'
import { App } from './app.tsx'
import { startLive } from './live.ts'

const place = document.getElementById('app')
if (place !== null) {
  startLive()
  render(<App />, place)
}
