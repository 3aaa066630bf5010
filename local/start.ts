import { existsSync } from 'node:fs'
import { createServer as createNetServer } from 'node:net'
import { join } from 'node:path'
import { build, createServer, type InlineConfig, preview } from 'vite'
import { securityHeaders } from '../build/security-headers.ts'
import { type Backend, openBackend } from './backend/backend.ts'
import { makePrivate } from './backend/make-private.ts'
import { localBackend } from './plugin.ts'
import { type LocalSettings, readSettings, StartError } from './settings.ts'

interface RunningServer {
  close(): Promise<void>
}

async function startApp(
  command: string | undefined,
  settings: LocalSettings,
  backend: Backend,
): Promise<RunningServer> {
  const { port, dataDir } = settings
  const listen = { host: '127.0.0.1', port, strictPort: true }
  const config: InlineConfig = {
    configLoader: 'native',
    logLevel: 'warn',
    plugins: [localBackend(backend, settings)],
    // Not in dist/: this bundle holds the local key and must not go to a static host.
    build: { outDir: join(dataDir, 'dist'), emptyOutDir: true },
  }
  if (command === 'dev') {
    const server = await createServer({ ...config, server: listen })
    return server.listen()
  }
  await build(config)
  // Copied files keep the permissions of their source.
  await makePrivate(dataDir)
  // Every page is a file, so any other address is a 404 and not the home page.
  const server = await preview({
    ...config,
    appType: 'mpa',
    preview: { ...listen, headers: securityHeaders(process.env) },
  })
  return {
    async close() {
      if ('closeAllConnections' in server.httpServer) server.httpServer.closeAllConnections()
      await server.close()
    },
  }
}

/** Fails before the build. Both loopback addresses, because a browser may try either for `localhost`. */
async function checkPort(port: number): Promise<void> {
  for (const host of ['127.0.0.1', '::1']) {
    const code = await new Promise<string | undefined>((resolve) => {
      const probe = createNetServer()
      probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
      probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)))
    })
    if (code === 'EADDRINUSE')
      throw new StartError(
        `Port ${port} is taken by another program. Stop it, or choose another port: PORT=5174 npm start`,
      )
    if (code === 'EACCES')
      throw new StartError(`Port ${port} may not be used by this account. Choose one above 1023: PORT=5174 npm start`)
  }
}

async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const settings = readSettings(process.env)
  // All files of this process and its renderer are private to this user.
  process.umask(0o077)
  await checkPort(settings.port)
  const backend = await openBackend(settings, process.env)
  const server = await startApp(process.argv[2], settings, backend)
  backend.startSweeping()

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await backend.settle()
    await server.close()
    await backend.close()
    process.exit(0)
  }
  // Vite's own handler would end the process before the database is closed.
  process.removeAllListeners('SIGTERM')
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  console.log(`Soundreel is ready at ${settings.origin}`)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
