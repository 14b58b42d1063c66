import type { ComponentChildren, VNode } from 'preact'

type SectionProps = { readonly title: string; readonly note?: string; readonly children: ComponentChildren }

export function Section({ title, note, children }: SectionProps): VNode {
  return (
    <section class="part" aria-label={title}>
      <h3>
        {title}
        {note === undefined ? null : <span class="muted"> {note}</span>}
      </h3>
      {children}
    </section>
  )
}
