// Icons of lucide-react without what no page sets: sizes, stroke widths, and class names of their own. In each page's code and HTML.
import type { Plugin } from 'vite'

const ICON = '\0soundreel:icon'

export function drawPlainIcons(): Plugin {
  return {
    name: 'soundreel:plain-icons',
    apply: 'build',
    enforce: 'pre',
    // For the pages' files too, whose build would leave packages as they are.
    config: () => ({ ssr: { noExternal: ['lucide-react'] } }),
    // Filters keep Rolldown from asking for each of the package's 1,700 icons.
    resolveId: {
      filter: { id: /\/createLucideIcon\.mjs$/ },
      handler: (_, importer) => (importer?.includes('/lucide-react/') ? ICON : null),
    },
    load: { filter: { id: /soundreel:icon$/ }, handler: () => CREATE_ICON },
  }
}

const CREATE_ICON = `
import { createElement } from 'react'
const shape = {
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': true,
}
export default ({ node }) => (props) =>
  createElement('svg', { ...shape, ...props }, node.map(([name, attributes]) => createElement(name, attributes)))
`
