// Parts of libraries that no page uses, and that a bundler cannot leave out by itself. In the bundle they are empty.
import type { Plugin } from 'vite'

const SUPABASE = '\0soundreel:unused-supabase'
const AXIOS = '\0soundreel:unused-axios'

export function removeUnusedParts(): Plugin {
  return {
    name: 'soundreel:without-unused-parts',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: [/^@supabase\/(realtime|storage|functions)-js$/, /^\.\/fetch\.js$/] },
      handler(source, importer) {
        if (source !== './fetch.js') return SUPABASE
        return importer?.endsWith('/axios/lib/adapters/adapters.js') ? AXIOS : null
      },
    },
    load: { filter: { id: /soundreel:unused-/ }, handler: (id) => (id === SUPABASE ? NO_CLIENTS : NO_ADAPTER) },
    transform: {
      filter: { id: /\/react-router\/dist\// },
      handler: (code) => ({ code: removeDataRouter(code), map: null }),
    },
  }
}

/**
 * 7 KB: forms, routes and prefetched data of a data router. They stay in a bundle because names for developers are written to
 * them, and because a bundler does not know that these calls of React have no effect.
 */
function removeDataRouter(code: string): string {
  return code
    .replace(/^(\w+\.displayName|RenderErrorBoundary\.contextType) = .*$/gm, '')
    .replace(/^(var \w+ = )(React\d*\.(?:createContext|forwardRef|memo)\()/gm, '$1/* @__PURE__ */ $2')
    .replace('function PrefetchPageLinks(', 'function PrefetchPageLinks() { return null }\nfunction Unused(')
}

/** 24 KB. supabase-js still tells realtime of each new token; everything else says what is missing. */
const NO_CLIENTS = `
function missing() {
  throw new Error('This bundle has no realtime, storage or functions (vite/unused-parts.ts)')
}
export class RealtimeClient {
  setAuth() {}
  channel() { missing() }
  getChannels() { return [] }
  removeChannel() { missing() }
  removeAllChannels() { return Promise.resolve([]) }
}
export class StorageClient {
  from() { missing() }
}
export class FunctionsClient {
  invoke() { missing() }
}
export class FunctionsError extends Error {}
export class FunctionsFetchError extends FunctionsError {}
export class FunctionsHttpError extends FunctionsError {}
export class FunctionsRelayError extends FunctionsError {}
export class StorageApiError extends Error {}
export const FunctionRegion = {}
`

/** axios takes XMLHttpRequest where there is one, as in every browser. */
const NO_ADAPTER = `
export const getFetch = () => null
export default null
`
