import type { Plugin } from 'vite'

/** The package's exports name its development build alone, which has 10 KB of warnings. */
export function provideProductionRouter(): Plugin {
  return {
    name: 'soundreel:router-in-production',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^react-router(\/|$)/ },
      async handler(source, importer, options) {
        const found = await this.resolve(source, importer, { ...options, skipSelf: true })
        return found && { ...found, id: found.id.replace('/dist/development/', '/dist/production/') }
      },
    },
  }
}
