// A whole server for a team: npm start with PUBLIC_URL behind nginx with TLS, with stand-ins for Google and the provider at their own
// addresses.
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createVideoService } from '../../../local/video-service/service.ts'
import { hashPassword } from '../../../supabase/functions/api/services/admin/password-hash.ts'
import { startServer } from '../app-server.ts'
import { findFreePort } from '../free-port.ts'
import { type GoogleUser, startTestGoogle } from './google.ts'
import { type Reply, startTlsProxy, type TlsProxy } from './tls-proxy.ts'

export type TeamServer = Awaited<ReturnType<typeof startTeamServer>>

/**
 * @param env settings of the server. With `VIDEO_API_URL`, the caller runs the provider.
 * @param dataFolder the folder in which the server's data folder is made
 */
export async function startTeamServer(env: Record<string, string> = {}, dataFolder?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'soundreel-team-'))
  const [port, tlsPort] = [await findFreePort(), await findFreePort()]
  const origin = `https://localhost:${tlsPort}`
  const client = { clientId: 'team-client', clientSecret: 'team-secret' }
  const google = await startTestGoogle({ ...client, redirectUri: `${origin}/auth/v1/callback` })
  const provider = env.VIDEO_API_URL ? null : await startProvider(origin, join(folder, 'video-service'))
  const settings = {
    PUBLIC_URL: origin,
    TRUST_PROXY: '127.0.0.1',
    GOOGLE_CLIENT_ID: client.clientId,
    GOOGLE_CLIENT_SECRET: client.clientSecret,
    ADMIN_PASSWORD_HASH: await hashPassword('a password of this team'),
    ALLOWED_DOMAINS: 'team.example',
    TEAM_CREDITS: '1000',
    VIDEO_PROVIDER: 'pollo',
    ...provider?.settings,
    VIDEO_STATUS_INTERVAL_SECONDS: '0',
    GOOGLE_STAND_IN: google.url,
    NODE_OPTIONS: `--import ${resolve('tests/harness/one-server/google-addresses.ts')}`,
    ...env,
  }
  const options = { port, env: settings, dataDir: join(dataFolder ?? folder, 'data') }
  let server = await startServer(options)
  const keys = JSON.parse(await readFile(join(options.dataDir, 'keys.json'), 'utf8')) as Record<
    'publishableKey' | 'secretKey',
    string
  >
  let proxy = await startTlsProxy(tlsPort, `http://127.0.0.1:${port}`)

  /** Follows a sign-in to its last redirect. Returns that address. */
  async function followSignIn(user: GoogleUser, verifier: string): Promise<URL> {
    const query = new URLSearchParams({
      provider: 'google',
      redirect_to: `${origin}/login`,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 's256',
    })
    const authorize = await proxy.send(`/auth/v1/authorize?${query}`)
    const chooser = new URL(String(authorize.headers.location))
    const state = chooser.searchParams.get('state') ?? ''
    const callback = await proxy.send(
      `/auth/v1/callback?${new URLSearchParams({ state, code: google.issueCode(user) })}`,
    )
    return new URL(String(callback.headers.location))
  }

  async function signIn(user: GoogleUser): Promise<{ token: string; refreshToken: string; userId: string }> {
    const verifier = randomUUID() + randomUUID()
    const landing = await followSignIn(user, verifier)
    const exchanged = await post('/auth/v1/token?grant_type=pkce', {
      auth_code: landing.searchParams.get('code'),
      code_verifier: verifier,
    })
    const session = JSON.parse(exchanged.text)
    if (exchanged.status !== 200) throw new Error(`no session: ${landing} ${exchanged.text}`)
    return { token: session.access_token, refreshToken: session.refresh_token, userId: session.user.id }
  }

  const post = (path: string, body: object, headers: Record<string, string> = {}): Promise<Reply> =>
    proxy.send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: keys.publishableKey, ...headers },
      body: JSON.stringify(body),
    })

  /** Signs a user in and stores the profile, as the page does. */
  async function enter(name: string): Promise<{ token: string; userId: string }> {
    const email = `${name}@team.example`
    const { token, userId } = await signIn({ email })
    await post('/rest/v1/users', { id: userId, email, name }, { authorization: `Bearer ${token}` })
    return { token, userId }
  }

  const ask = (token: string, path: string) =>
    proxy.send(path, { headers: { authorization: `Bearer ${token}`, apikey: keys.publishableKey } })

  return {
    enter,
    readCredits: async (token: string) =>
      JSON.parse((await ask(token, '/rest/v1/users?select=credits')).text)[0].credits,
    readJob: async (token: string, id: string) => JSON.parse((await ask(token, `/generation/${id}/status`)).text),
    /** Orders a video for 20 credits. */
    createJob: (token: string, id: string) =>
      post(
        '/generation/kling-ai/kling-v1-6',
        { input: { prompt: 'A lighthouse', length: 5, aspectRatio: '16:9', seed: 1 } },
        { authorization: `Bearer ${token}`, 'idempotency-key': id, 'x-quoted-credits': '20' },
      ),
    origin,
    port,
    tlsPort,
    folder,
    dataDir: options.dataDir,
    keys,
    google,
    videoUrl: settings.VIDEO_FILE_ORIGINS,
    send: (...request: Parameters<TlsProxy['send']>) => proxy.send(...request),
    post,
    followSignIn,
    signIn,
    /** The ID of the server's process. */
    pid: () => server.pid,
    /** The environment of a command on the server's machine. */
    env: { ...process.env, ...settings, PORT: String(port), LOCAL_DATA_DIR: options.dataDir },
    /** Replaces the proxy with another one, or with none. Returns its certificate's file. */
    async useProxy(
      proxyOptions: Parameters<typeof startTlsProxy>[2] | null = {},
      upstream = `http://127.0.0.1:${port}`,
    ) {
      await proxy.close()
      if (proxyOptions) proxy = await startTlsProxy(tlsPort, upstream, proxyOptions)
      return proxy.certificate
    },
    output: () => server.output(),
    stop: () => server.stop(),
    kill: () => server.kill(),
    async restart(changes: Record<string, string> = {}) {
      await server.stop()
      server = await startServer({ ...options, env: { ...settings, ...changes } })
    },
    async close() {
      await proxy.close()
      await server.stop()
      await provider?.close()
      google.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Starts the provider of the local server at an address of its own. */
async function startProvider(imageOrigin: string, dataDir: string) {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const apiKey = 'provider-key'
  const video = await createVideoService({ imageOrigin, baseUrl: url, dataDir, apiKey, frameRate: 4 })
  const server = createServer(
    getRequestListener((request) => {
      const isBalance = request.url.endsWith('/credit/balance') && request.headers.get('x-api-key') === apiKey
      return isBalance ? Response.json({ data: { availableCredits: 1000 } }) : video.fetch(request)
    }),
  )
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    settings: { VIDEO_API_URL: `${url}/api/platform`, VIDEO_API_KEY: apiKey, VIDEO_FILE_ORIGINS: url },
    async close() {
      server.close()
      server.closeAllConnections()
      await video.close()
    },
  }
}
