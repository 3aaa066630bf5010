// An agent's bad request gets one sentence, a code, and the request's ID. Nothing is charged.
import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { readBooks } from '../../../harness/database.ts'
import { connectAgent, listen } from '../../../support/server/agent.ts'
import { createKey, UNKNOWN_KEY } from '../../../support/server/key.ts'
import { setUp, supabase } from '../../../support/server/suite.ts'

/** An ID that belongs to no job and no image. */
const NONE = randomUUID()
const KLING = { model: 'kling-1.6', credits: 20, prompt: 'Rain on a window' }

it.each<[what: string, tool: string, given: Record<string, unknown>, code: string, say: string | RegExp]>([
  ['no idempotency key', 'create_video', { ...KLING, idempotencyKey: undefined }, 'bad_request', /"idempotencyKey"/],
  ['a key that is not a UUID', 'create_video', { ...KLING, idempotencyKey: '1' }, 'bad_request', /"idempotencyKey"/],
  ['no price', 'create_video', { ...KLING, credits: undefined }, 'bad_request', /"credits"/],
  ['another price', 'create_video', { ...KLING, credits: 19 }, 'price_changed', /is now 20 credits/],
  ['an unknown model', 'create_video', { ...KLING, model: 'sora' }, 'unknown_model', /isn't available/],
  [
    'too few credits',
    'create_video',
    { ...KLING, model: 'veo-3', credits: 330 },
    'insufficient_credits',
    /^Not enough/,
  ],
  ['a misspelled argument', 'create_video', { ...KLING, length: 10 }, 'bad_request', /length/],
  ['no prompt', 'create_video', { ...KLING, prompt: ' ' }, 'bad_request', 'Please enter a prompt'],
  ['another duration', 'create_video', { ...KLING, duration: 7 }, 'bad_request', /supports 5 or/],
  ['an unknown image', 'create_video', { ...KLING, image: NONE }, 'image_gone', /You weren't charged/],
  [
    'a file that is not an image',
    'create_video',
    { ...KLING, image: 'data:image/png;base64,AAAA' },
    'bad_request',
    /JPEG/,
  ],
  ['a price of an unknown model', 'quote', { model: 'sora' }, 'unknown_model', /isn't available/],
  ['a price of another duration', 'quote', { model: 'kling-1.6', duration: 7 }, 'bad_request', /supports 5 or/],
  ['a price of another resolution', 'quote', { model: 'kling-1.6', resolution: '9K' }, 'bad_request', /support 9K/],
  ['a price of another input', 'quote', { model: 'kling-1.6', kind: 'extend' }, 'bad_request', /can't continue/],
  ['an invalid cursor', 'search_library', { cursor: 'x' }, 'bad_request', /^Invalid cursor/],
  ['an upload that is not an image', 'upload_image', { image: 'data:image/png;base64,AAAA' }, 'bad_request', /JPEG/],
  ['101 videos per page', 'search_library', { limit: 101 }, 'bad_request', /"limit"/],
  ['a link for two days', 'share_video', { jobId: NONE, days: 2 }, 'bad_request', /"days"/],
])("refuses an agent's call with %s, and gives a reason and a request ID", async (_what, tool, given, code, say) => {
  const { user, provider, log, ...api } = await setUp(100)
  const { use } = await connectAgent(await listen(api), user)
  const answer = await use(tool, tool === 'create_video' ? { idempotencyKey: randomUUID(), ...given } : given)
  expect(answer).toMatchObject({ isError: true, data: { code } })
  expect(answer.say).toMatch(say)
  const logged = log.map(({ requestId }) => requestId)
  expect(logged).toContain(answer.data.requestId)
  expect(provider.creates).toEqual([])
  expect(await readBooks(supabase, user.id)).toEqual({ available: 100, held: 0, captured: 0 })
})

it.each(['sing', 'toString', '__proto__'])('answers an agent that the tool %s does not exist', async (tool) => {
  const { user, ...api } = await setUp()
  const { client } = await connectAgent(await listen(api), user)
  await expect(client.callTool({ name: tool, arguments: {} })).rejects.toThrow(`Tool ${tool} not found`)
})

it('tells an agent why a provider generated no video, and returns the credits', async () => {
  const { user, job, provider, ...api } = await setUp(100)
  const { use } = await connectAgent(await listen(api), user)
  provider.intercept.create = () => Response.json({ code: 'BAD', message: 'blocked words' }, { status: 422 })
  const refused = await use('create_video', { ...KLING, idempotencyKey: job })
  expect(refused).toMatchObject({
    isError: true,
    data: { code: 'provider_rejected', data: { settlement: 'released' } },
  })
  expect(await use('wait_for_job', { jobId: job })).toMatchObject({
    isError: false,
    say: expect.stringMatching(/^No video. .*blocked words.* 20 credits returned/),
    data: { isFinished: true, job: { settlement: 'released' } },
  })
  expect(await readBooks(supabase, user.id)).toEqual({ available: 100, held: 0, captured: 0 })
})

it('hides the cause of an internal error from an agent, and logs the cause', async () => {
  const { user, log, network, ...api } = await setUp(100, async (request, send) => {
    if (request.url.includes('/rpc/list_credit_entries')) throw new Error('the password is hunter2')
    return send(request)
  })
  const { use } = await connectAgent(await listen(api), user)
  const answer = await use('quote', { model: 'kling-1.6' })
  expect(answer).toMatchObject({ isError: true, data: { code: 'database_unavailable' } })
  expect(JSON.stringify(answer)).not.toContain('hunter2')
  const cause = log.find(({ requestId }) => requestId === answer.data.requestId)?.cause
  expect(cause).toContain('hunter2')
})

it("limits an agent to its key's scope and daily limit", async () => {
  const { user, provider, job, ...api } = await setUp(100)
  const url = await listen(api)
  const reader = await connectAgent(url, (await createKey(api, user, { scope: 'read' })).caller)
  expect(await reader.use('quote', { model: 'kling-1.6' })).toMatchObject({ isError: false, data: { balance: 100 } })
  for (const [tool, given] of [
    ['create_video', { ...KLING, idempotencyKey: job }],
    ['cancel_job', { jobId: NONE }],
    ['share_video', { jobId: NONE }],
  ] as const) {
    expect(await reader.use(tool, given)).toMatchObject({ isError: true, data: { code: 'scope_too_small' } })
  }
  const thrifty = await connectAgent(url, (await createKey(api, user, { dailyLimit: 19 })).caller)
  const refused = await thrifty.use('create_video', { ...KLING, idempotencyKey: job })
  expect(refused).toMatchObject({ isError: true, data: { code: 'key_limit', data: { limit: 19 } } })
  expect(provider.creates).toEqual([])
  expect(await readBooks(supabase, user.id)).toEqual({ available: 100, held: 0, captured: 0 })
})

it.each([
  ['no credential', '', 'Bearer'],
  ['a wrong credential', UNKNOWN_KEY, 'Bearer error="invalid_token"'],
])('refuses an agent with %s before any tool call', async (_what, token, challenge) => {
  const { ...api } = await setUp()
  const url = await listen(api)
  await expect(connectAgent(url, { token })).rejects.toThrow()
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
  for (const method of ['initialize', 'tools/list', 'tools/call']) {
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }),
    })
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, challenge])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toMatchObject({ code: 'unauthorized' })
  }
  vi.mocked(console.error).mockClear()
})

describe('MCP endpoint', () => {
  const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

  async function knock(body: string, over: RequestInit & { headers?: Record<string, string> } = {}) {
    const { user, ...api } = await setUp()
    const headers = {
      authorization: `Bearer ${user.token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...over.headers,
    }
    const answer = await fetch(await listen(api), { method: 'POST', body, ...over, headers })
    return { answer, text: await answer.text() }
  }

  it.each([
    ['a body that is not JSON', '{"jsonrpc"', 400, 'not valid JSON'],
    ['JSON that is not a message', '{"hello":1}', 400, '-32'],
    ['an empty body', '', 400, ''],
    ['two messages at once', JSON.stringify([LIST, LIST]), 400, 'one JSON-RPC message'],
    ['more than 1 MB', JSON.stringify({ ...LIST, params: { fill: 'x'.repeat(1024 * 1024) } }), 413, 'larger than 1 MB'],
  ])('refuses an MCP request with %s', async (_what, body, status, said) => {
    const { answer, text } = await knock(body)
    expect([answer.status, text]).toEqual([status, expect.stringContaining(said)])
  })

  it.each(['GET', 'DELETE', 'PUT'])('returns 405 for a %s request to the MCP endpoint', async (method) => {
    const api = await setUp()
    const answer = await fetch(await listen(api), { method })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
    expect(await answer.json()).toMatchObject({ code: 'method_not_allowed' })
  })

  it("accepts MCP calls from this site's pages, and from no other site's", async () => {
    expect((await knock(JSON.stringify(LIST), { headers: { origin: 'https://app.example' } })).answer.status).toBe(200)
    const { answer, text } = await knock(JSON.stringify(LIST), { headers: { origin: 'https://evil.example' } })
    expect([answer.status, JSON.parse(text).code]).toEqual([403, 'foreign_origin'])
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  it("refuses an MCP client's subscription to changes", async () => {
    const { user, ...api } = await setUp()
    const { client } = await connectAgent(await listen(api), user)
    expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: false } })
    await expect(client.listen({ toolsListChanged: true })).rejects.toThrow('Subscription limit reached')
  })
})

it.each([
  ['library', 'of the route behind a tool'],
  ['mcp', 'of all tools'],
])('refuses an agent over the rate %s %s, and says when to call again', async (name) => {
  let isReached = false
  const { user, ...api } = await setUp(0, async (call, send) => {
    const isAsked = isReached && call.url.endsWith('/count_user_request')
    return isAsked && (await call.clone().text()).includes(`"${name}"`)
      ? Response.json({ wait: 42, left: 0, reset: 42 })
      : send(call)
  })
  const { use } = await connectAgent(await listen(api), user)
  isReached = true
  const answer = await use('search_library').catch((error: Error) => ({ isError: true, say: error.message }))
  expect(answer).toMatchObject({ isError: true, say: expect.stringContaining('Try again in 42 seconds.') })
})
