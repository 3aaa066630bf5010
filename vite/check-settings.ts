// Checks the settings before `npm run build` writes anything. A failed check prints one sentence without a stack trace.
import type { Plugin } from 'vite'
import { parseEnv } from '../src/config/parse-env.ts'

export function checkSettings(settings: Record<string, string>): Plugin {
  return {
    name: 'soundreel:settings',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    config() {
      try {
        parseEnv(settings, '')
      } catch (error) {
        const [, ...faults] = error instanceof Error ? error.message.split('\n') : []
        const found = faults.map((fault) => fault.trim()).join(', ')
        console.error(`Build failed: ${found}. Copy .env.example to .env and fill in the missing settings.`)
        process.exit(1)
      }
    },
  }
}
