import { Component, type ComponentChild, type ComponentClass } from 'preact'

/** Renders again only if a prop changed: a patch changes a few of thousands of rows. */
export const memo = <P extends object>(draw: (props: P) => ComponentChild): ComponentClass<P> =>
  class extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const before = new Map<string, unknown>(Object.entries(this.props))
      return Object.entries(next).some(([key, value]) => key !== 'children' && before.get(key) !== value)
    }

    override render(): ComponentChild {
      return draw(this.props)
    }
  }
