import { existsSync } from 'node:fs'
import { createServer as createNetServer } from 'node:net'
import { provideSecurityHeaders } from '../vite/security-headers.ts'
import { readShareSettings } from '../vite/share-handler/read-settings.ts'
import { prepareBackend } from './backend/backend.ts'
import { bundleApp } from './bundle.ts'
import { createBackendListener } from './listener.ts'
import { readPageSettings } from './page-settings.ts'
import { serveApp } from './serve.ts'
import { readSettings } from './settings.ts'
import { describeStartError, StartError } from './start-error.ts'

/**
 * Fails before the build if the port is in use. Checks both loopback addresses, because a browser may try either for
 * `localhost`.
 */
async function checkPort(port: number): Promise<void> {
  for (const host of ['127.0.0.1', '::1']) {
    const code = await new Promise<string | undefined>((resolve) => {
      const probe = createNetServer()
      probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
      probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)))
    })
    if (code === 'EADDRINUSE')
      throw new StartError(
        `Port ${port} is already in use. Stop the other program, or choose another port: PORT=5174 npm start`,
      )
    if (code === 'EACCES')
      throw new StartError(
        `You don't have permission to use port ${port}. Choose a port above 1023: PORT=5174 npm start`,
      )
  }
}

async function run(): Promise<void> {
  const env = { ...process.env }
  if (existsSync('.env')) process.loadEnvFile('.env')
  const settings = readSettings(process.env)
  const isDev = process.argv[2] === 'dev'
  if (isDev && settings.oneServer)
    throw new StartError('npm run dev is for one person. With PUBLIC_URL, use npm start.')
  // The files that this process and its renderer create are private to this user.
  process.umask(0o077)
  await checkPort(settings.port)
  console.log('Starting Soundreel (opening the database)…')
  const prepared = await prepareBackend(settings, process.env, env)
  Object.assign(process.env, readPageSettings(prepared, settings, process.env))
  const buildApp = () => bundleApp(settings.dataDir, process.env)
  // At the first start, the app is built while the database is created. Each takes a few seconds in a separate process.
  const [built] = prepared.isNew && !isDev ? await Promise.all([buildApp(), prepared.makeDatabase()]) : []
  const backend = await prepared.open()
  const listener = createBackendListener(backend, settings)
  const askOwnApi: typeof fetch = (input, init) => backend.fetch(new Request(input, init), '127.0.0.1')
  const serve = async () => {
    const folder = built ?? (await buildApp())
    const share = await readShareSettings(folder, process.env)
    const address = settings.oneServer?.listenAddress ?? '127.0.0.1'
    return serveApp(listener, {
      folder,
      address,
      port: settings.port,
      headers: provideSecurityHeaders(process.env),
      share,
      // The server may not reach itself by its public name.
      ...(process.env.VITE_API_URL ? {} : { askApi: askOwnApi }),
    })
  }
  const server = isDev ? await (await import('./start-vite.ts')).startVite(listener, settings.port) : await serve()
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
  await run()
} catch (error) {
  console.error(describeStartError(error))
  process.exit(1)
}
