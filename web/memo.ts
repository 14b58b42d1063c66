import { Component, type ComponentChild, type ComponentClass } from 'preact'

/** Draws again only where one of the props is another: a patch changes a few rows of thousands. */
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
