import type { Server } from 'node:http'
import { createServer, type InlineConfig } from 'vite'
import { guard } from './guard.ts'
import type { Listener } from './listener.ts'

/** The app from its sources, for `npm run dev`. Rejects when the port is taken. */
export async function startVite(
  backend: Listener,
  port: number,
  config: InlineConfig = {},
): Promise<{ close(): Promise<void> }> {
  const server = await createServer({
    configLoader: 'native',
    logLevel: 'warn',
    plugins: [{ name: 'soundreel:backend', configureServer: ({ middlewares }) => void middlewares.use(backend) }],
    // Vite would answer preflights itself, and allow every page of this machine; the API allows its own origins.
    server: { host: '127.0.0.1', port, strictPort: true, cors: false },
    ...config,
  })
  // Vite's server is HTTP/1.1, because it has no certificate.
  guard(server.httpServer as Server)
  return server.listen()
}
