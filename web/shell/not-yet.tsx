import type { VNode } from 'preact'
import { Empty } from '../parts/empty.tsx'

export const Nowhere = (): VNode => (
  <main class="page">
    <h1 class="sr">Not found</h1>
    <Empty title="There is nothing at this address">
      <p>
        Choose a page in the bar. <a href="/">Go to Needs you</a>
      </p>
    </Empty>
  </main>
)
