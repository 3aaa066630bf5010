import type { Server } from 'node:http'
import { createServer, type InlineConfig } from 'vite'
import { guard } from './guard.ts'
import type { Listener } from './listener.ts'

/** Serves the app from its sources, for `npm run dev`. Rejects if the port is in use. */
export async function startVite(
  backend: Listener,
  port: number,
  config: InlineConfig = {},
): Promise<{ close(): Promise<void> }> {
  const server = await createServer({
    configLoader: 'native',
    logLevel: 'warn',
    plugins: [{ name: 'soundreel:backend', configureServer: ({ middlewares }) => void middlewares.use(backend) }],
    // Vite would handle preflights itself and allow every page of this machine. The API allows only its own origins.
    server: { host: '127.0.0.1', port, strictPort: true, cors: false },
    ...config,
  })
  // Without a certificate, Vite's server is an HTTP/1.1 server.
  guard(server.httpServer as Server)
  return server.listen()
}
