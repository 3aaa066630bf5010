// A server for a team, behind nginx with TLS: what answers, who may come in, and whose address counts.
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTeamServer, type TeamServer } from '../../../harness/one-server/team-server.ts'
import type { Reply } from '../../../harness/one-server/tls-proxy.ts'
import { runProgram } from '../../../support/run-program.ts'

const VERIFIER = 'v'.repeat(64)

let team: TeamServer
beforeAll(async () => {
  team = await startTeamServer()
}, 120_000)
afterAll(() => team.close())

const askAs = (token: string, path: string) =>
  team.send(path, { headers: { authorization: `Bearer ${token}`, apikey: team.keys.publishableKey } })

/** Asks the server itself, past the proxy. */
function askDirectly(path: string, headers: Record<string, string>): Promise<Pick<Reply, 'status' | 'text'>> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: team.port, path, headers })
    sent.once('error', reject)
    sent.once('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    sent.end()
  })
}

describe('a server with PUBLIC_URL', () => {
  it.each([
    '/stand-ins/google/auth',
    '/stand-ins/google/choose',
    '/stand-ins/video/api/platform/generation/x/status',
    '/stand-ins/ip-lookup',
  ])('mounts no stand-in: %s', async (path) => {
    expect((await team.send(path)).status).toBe(404)
  })

  it('has no test credits, no demo account, and no published password', async () => {
    const { token } = await team.signIn({ email: 'tester@team.example' })
    const body = { amount: 100, type: 'test_plan', source: 'pro' }
    expect((await team.post('/api/credits/test/add', body, { authorization: `Bearer ${token}` })).status).toBe(404)
    const login = await team.post('/api/auth/admin-login', { username: 'admin', password: 'admin123' })
    expect(login.status).toBe(401)
    const demo = await team.followSignIn({ email: 'demo@soundreel.example' }, VERIFIER)
    expect(demo.searchParams.get('error_code')).toBe('not_admitted')
  })

  it('serves the pages with its own address in their links and policy', async () => {
    const page = await team.send('/pricing', { headers: { accept: 'text/html' } })
    expect(page.status).toBe(200)
    expect(page.text).toContain(`<link rel="canonical" href="${team.origin}/pricing"`)
    expect(page.text).not.toContain(`localhost:${team.port}`)
    expect(String(page.headers['content-security-policy'])).not.toContain('stand-ins')
  })

  it('knows that a shared link does not work, without a way to its public name', async () => {
    expect((await askDirectly(`/s/${'A'.repeat(22)}`, { host: `localhost:${team.tlsPort}` })).status).toBe(404)
  })

  it('answers only at its own name, and to its own tools on this machine', async () => {
    const foreign = await askDirectly('/health', { host: 'evil.example' })
    expect([foreign.status, foreign.text]).toEqual([403, `This server only responds at ${team.origin}.`])
    const rewritten = await askDirectly('/pricing', { host: `127.0.0.1:${team.port}` })
    expect([rewritten.status, rewritten.text]).toEqual([
      403,
      `This server only responds at ${team.origin}. Set your proxy to pass on the Host header.`,
    ])
    expect((await askDirectly('/health', { host: `127.0.0.1:${team.port}` })).status).toBe(200)
    const tool = { host: `127.0.0.1:${team.port}`, apikey: team.keys.secretKey }
    expect((await askDirectly('/rest/v1/users?select=id', tool)).status).toBe(200)
  })

  it('redirects a page that the proxy got without TLS, and believes no other sender', async () => {
    const host = `localhost:${team.tlsPort}`
    const page = { host, accept: 'text/html', 'x-forwarded-proto': 'http' }
    expect((await askDirectly('/pricing?a=b', page)).status).toBe(302)
    expect((await askDirectly('/pricing?a=b', { ...page, 'x-forwarded-proto': 'https' })).status).toBe(200)
  })

  it('generates a video over TLS, and serves its file', async () => {
    const { token, userId } = await team.signIn({ email: 'ada@team.example' })
    const authorization = `Bearer ${token}`
    const profile = { id: userId, email: 'ada@team.example', name: 'Ada' }
    for (let time = 0; time < 2; time += 1)
      await team.post('/rest/v1/users', profile, { authorization, prefer: 'resolution=merge-duplicates' })
    const readCredits = async () => JSON.parse((await askAs(token, '/rest/v1/users?select=credits')).text)
    expect(await readCredits()).toEqual([{ credits: 1000 }])

    const { models } = JSON.parse((await team.send('/api/capabilities')).text).data
    const model = models.find(({ id }: { id: string }) => id === 'kling-1.6')
    const jobId = crypto.randomUUID()
    const input = { prompt: 'A lighthouse', length: 5, aspectRatio: '16:9', seed: 1 }
    const headers = { authorization, 'idempotency-key': jobId, 'x-quoted-credits': String(model.credits) }
    expect((await team.post(`/generation/${model.path}`, { input }, headers)).status).toBe(200)
    const read = async () => JSON.parse((await askAs(token, `/generation/${jobId}/status`)).text)
    await expect.poll(async () => (await read()).status, { timeout: 90_000, interval: 1000 }).toBe('succeed')
    const { url } = (await read()).result
    expect(url).toMatch(`${team.origin}/storage/v1/object/sign/videos/`)
    const file = await team.send(url.slice(team.origin.length))
    expect([file.status, file.headers['content-type']]).toEqual([200, 'video/mp4'])
    expect(await readCredits()).toEqual([{ credits: 1000 - model.credits }])
  })
})

it("grants credits with the operator's command on the server's machine", async () => {
  const email = 'cleo@team.example'
  const { token, userId } = await team.signIn({ email })
  await team.post('/rest/v1/users', { id: userId, email, name: 'Cleo' }, { authorization: `Bearer ${token}` })
  const command = ['tools/run.mjs', 'credits-grant', '--user', email, '--amount', '60', '--reason', 'Prize', '--yes']
  const { output } = await runProgram(process.execPath, command, { env: team.env })
  expect(output).toContain(`Granted 60 credits to ${email}. New balance: 1060 credits.`)
})

describe('the list of admitted addresses', () => {
  it.each([
    ['an address outside the list', { email: 'eve@other.example' }],
    ["an address that Google hasn't verified", { email: 'eve@team.example', isVerified: false }],
  ])('refuses %s with its own code, and stores nothing', async (_, user) => {
    const landing = await team.followSignIn(user, VERIFIER)
    expect([landing.pathname, landing.searchParams.get('error_code'), landing.searchParams.get('code')]).toEqual([
      '/login',
      'not_admitted',
      null,
    ])
    const tool = { host: `127.0.0.1:${team.port}`, apikey: team.keys.secretKey }
    const users = await askDirectly(`/rest/v1/users?select=email&email=eq.${user.email}`, tool)
    expect(JSON.parse(users.text)).toEqual([])
  })

  it('ends the access of a user who was taken off: sessions, keys, and stored data', async () => {
    const email = 'ben@team.example'
    const { token, refreshToken, userId } = await team.signIn({ email })
    const authorization = `Bearer ${token}`
    await team.post('/rest/v1/users', { id: userId, email, name: 'Ben' }, { authorization })
    const made = await team.post(
      '/api/keys',
      { name: 'Key', scope: 'read', days: 30, dailyLimit: 100 },
      { authorization },
    )
    const { secret } = JSON.parse(made.text).data
    const tokens = [token, secret]
    const ask = async () => Promise.all(tokens.map(async (one) => (await askAs(one, '/api/jobs')).status))
    expect(await ask()).toEqual([200, 200])

    await team.restart({ ALLOWED_DOMAINS: 'other.example' })
    expect(await ask()).toEqual([401, 401])
    expect((await askAs(token, '/rest/v1/jobs')).status).toBe(403)
    expect((await askAs(token, '/auth/v1/user')).status).toBe(403)
    const renewed = await team.post('/auth/v1/token?grant_type=refresh_token', { refresh_token: refreshToken })
    expect(renewed.status).toBe(403)
    expect(renewed.text).not.toContain('access_token')

    await team.restart()
    expect(await ask()).toEqual([200, 200])
  })
})
