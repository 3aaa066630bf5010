// Alerts to the operator's webhook from one or many servers. They never delay a user's request. The database decides
// when an alert begins and ends, which tests/support/guards/alert-probes.ts tests.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sendJson } from '../../../local/video-service/scripted/response.ts'
import { startApi } from '../../harness/api.ts'
import { createUser } from '../../harness/database.ts'
import { openAlertReceiver, requestHealth, WEBHOOK } from '../../support/server/alert-receiver.ts'
import { openSuite } from '../../support/server/open-suite.ts'

// Alerts count the whole database, so this file opens its own.
const { supabase, sql } = await openSuite()
afterAll(() => supabase.close())

const MINUTE = 60_000
const openReceiver = () => openAlertReceiver(supabase)

beforeEach(async () => {
  await sql('delete from private.alerts')
  await sql('delete from private.last_sweep')
})

describe('alert: the sweep is silent', () => {
  it('sends one alert when the sweep goes silent and one when it returns, among many servers', async () => {
    const { start, told, messages } = openReceiver()
    const servers = [start(), start(), start()] as const
    const [first] = servers
    await first.sweep()
    await first.waitUntilIdle()
    const begun = first.clock.now
    const later = (minutes: number) => {
      for (const { clock } of servers) clock.now = begun + minutes * MINUTE
    }
    later(4)
    for (const server of servers) await requestHealth(server)
    expect(told()).toEqual([])
    later(6)
    expect(await Promise.all(servers.map(requestHealth))).toEqual([200, 200, 200])
    expect(told()).toEqual(['sweep_silent firing'])
    later(30)
    for (const server of servers) await requestHealth(server)
    const restarted = start()
    restarted.clock.now = begun + 31 * MINUTE
    await requestHealth(restarted)
    expect(told()).toHaveLength(1)
    later(40)
    await first.sweep()
    await first.waitUntilIdle()
    for (const server of servers) await requestHealth(server)
    expect(told()).toEqual(['sweep_silent firing', 'sweep_silent resolved'])
    const [message] = messages
    expect(message).toEqual({
      text: expect.stringMatching(
        /^🔴 localhost:\d+: the sweep has not finished since \d{4}-\d\d-\d\dT[\d:]+Z\. Credits for abandoned jobs are not being returned\. Check its schedule with npm run doctor\.$/,
      ),
      content: message?.text,
      service: 'soundreel',
      project: expect.stringMatching(/^localhost:/),
      alert: 'sweep_silent',
      status: 'firing',
      since: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+Z$/),
      facts: { last_sweep: expect.any(String) },
    })
  })

  it('sends the silent sweep alert after a health check, but only with a sweep secret and a webhook', async () => {
    const { start, told } = openReceiver()
    const servers = [start(), start({ SWEEP_SECRET: '' }), start({ ALERT_WEBHOOK_URL: '' })] as const
    const [first, unswept, untold] = servers
    for (const api of servers) await api.request('GET', '/health', null)
    for (const api of servers) await api.waitUntilIdle()
    for (const { clock } of servers) clock.now += 6 * MINUTE
    await unswept.request('GET', '/health', null)
    await untold.request('GET', '/health', null)
    await Promise.all([unswept.waitUntilIdle(), untold.waitUntilIdle()])
    expect(told()).toEqual([])
    await first.request('GET', '/health', null)
    await first.waitUntilIdle()
    expect(told()).toEqual(['sweep_silent firing'])
  })

  it('checks for alerts at most twice a minute per server, however many requests arrive', async () => {
    let checks = 0
    const { start } = openReceiver()
    const api = startApi(supabase, { ALERT_WEBHOOK_URL: WEBHOOK }, (request, send) => {
      if (request.url.endsWith('/claim_alerts')) checks += 1
      return send(request)
    })
    for (let asked = 0; asked < 20; asked += 1) await requestHealth(api)
    expect(checks).toBe(1)
    api.clock.now += MINUTE / 2
    await requestHealth(api)
    expect(checks).toBe(2)
    // The server's clock was set back.
    api.clock.now -= 60 * MINUTE
    await requestHealth(api)
    expect(checks).toBe(3)
    expect(await requestHealth(start())).toBe(200)
  })
})

describe('alert webhook that fails', () => {
  async function startSilent() {
    const opened = openReceiver()
    const api = opened.start()
    await requestHealth(api)
    api.clock.now += 6 * MINUTE
    return { ...opened, api }
  }

  it.each<[string, () => Promise<Response>, string]>([
    ['refuses the alert', async () => new Response('no', { status: 404 }), 'the webhook returned HTTP 404'],
    [
      'redirects',
      async () => new Response(null, { status: 302, headers: { location: 'https://x.test' } }),
      'the webhook returned HTTP 302',
    ],
    [
      'cannot be reached',
      () => Promise.reject(new TypeError(`error sending request for url (${WEBHOOK})`)),
      'TypeError',
    ],
  ])(
    'retries an alert after 1, 2, and 4 minutes if the webhook %s, and never logs its URL',
    async (_, answer, cause) => {
      const { api, receiver, messages, told } = await startSilent()
      const { answer: well } = receiver
      receiver.answer = answer
      for (let seconds = 0; seconds < 8 * 60; seconds += 30) {
        expect(await requestHealth(api)).toBe(200)
        api.clock.now += 30_000
      }
      expect(messages).toHaveLength(4)
      expect(api.log).toContainEqual({ level: 'error', message: 'alert not sent', code: 'sweep_silent', cause })
      expect(JSON.stringify(api.log)).not.toContain('hooks.test')
      receiver.answer = well
      api.clock.now += 10 * MINUTE
      await requestHealth(api)
      api.clock.now += 60 * MINUTE
      await requestHealth(api)
      expect(told()).toHaveLength(5)
    },
  )

  it('cancels an alert after 5 s if the webhook hangs, without delaying requests', async () => {
    const { api, receiver } = await startSilent()
    const over = new AbortController()
    const timeouts = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => over.signal)
    receiver.answer = (signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    expect((await api.request('GET', '/api/capabilities', null)).status).toBe(200)
    await expect.poll(() => receiver.messages.length).toBe(1)
    expect(timeouts).toHaveBeenLastCalledWith(5000)
    over.abort(new DOMException('The time is over', 'TimeoutError'))
    await api.waitUntilIdle()
    expect(api.log).toContainEqual(expect.objectContaining({ message: 'alert not sent', cause: 'TimeoutError' }))
  })

  it("fails no request if the database doesn't respond to the alert check", async () => {
    const { api } = await startSilent()
    api.network.lost = /claim_alerts/
    expect(await requestHealth(api)).toBe(200)
    expect(api.log).toContainEqual(expect.objectContaining({ level: 'warn', message: 'alerts could not be checked' }))
  })
})

describe('alert: a provider refuses our requests', () => {
  // provider-conformance.test.ts tests which responses count as such a refusal.
  it('sends an alert when the provider refuses our account, and another when jobs are accepted again', async () => {
    const { start, told, messages } = openReceiver()
    const api = start()
    await api.sweep()
    const user = await createUser(supabase, 100)
    api.provider.intercept.create = () => sendJson({ message: 'Not enough credits', code: 'FORBIDDEN' }, 402)
    const job = randomUUID()
    expect(await api.create(user, job)).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } })
    api.clock.now += MINUTE
    await requestHealth(api)
    expect(told()).toEqual(['provider_refuses firing'])
    // The alert contains no personal data, nothing from the job, and none of the provider's words.
    const said = JSON.stringify(messages)
    for (const personal of [user.id, job, 'Rain on a window', 'Not enough']) expect(said).not.toContain(personal)
    api.provider.intercept = {}
    await api.create(user, randomUUID())
    api.clock.now += 10 * MINUTE
    await api.sweep()
    await api.waitUntilIdle()
    await requestHealth(api)
    expect(told()).toEqual(['provider_refuses firing', 'provider_refuses resolved'])
  })

  it('sends an alert when the provider refuses the key of open jobs, and keeps their credits held', async () => {
    const { start, told } = openReceiver()
    const api = start()
    await api.sweep()
    const user = await createUser(supabase, 100)
    const job = randomUUID()
    await api.create(user, job)
    api.provider.intercept.status = () => sendJson({ message: 'Invalid key', code: 'UNAUTHORIZED' }, 401)
    api.clock.now += MINUTE
    expect((await api.status(user, job)).body).toMatchObject({ status: 'waiting', job: { settlement: 'held' } })
    await requestHealth(api)
    expect(told()).toEqual(['provider_refuses firing'])
  })

  it("sends an alert when the provider rejects our request format, without the provider's words", async () => {
    const { start, told, messages } = openReceiver()
    const api = start()
    await api.sweep()
    const [user, job] = [await createUser(supabase, 100), randomUUID()]
    api.provider.intercept.create = () =>
      sendJson({ message: 'Unknown field: fps beside Rain on a window', code: 'X' }, 422)
    const message = expect.stringMatching(
      /^A fault on our side .+ You don't need to change anything\. .+ You weren't charged\.$/,
    )
    expect(await api.create(user, job)).toMatchObject({ status: 503, body: { code: 'provider_unavailable', message } })
    api.clock.now += MINUTE
    await requestHealth(api)
    expect(told()).toEqual(['provider_refuses firing'])
    expect(messages[0]?.text).toMatch(
      /: the form of our requests was rejected .+: pollo\. .+ doctor, which quotes the answer\.$/,
    )
    expect(JSON.stringify(messages)).not.toContain('fps')
    expect(await sql(`select refuses, words from private.refusing_providers where provider = 'pollo'`)).toEqual([
      { refuses: 'request', words: '422 X Unknown field: fps beside …' },
    ])
  })

  it("refuses a job and returns its credits when the provider's refusal can't be recorded", async () => {
    const api = openReceiver().start()
    const user = await createUser(supabase, 100)
    api.provider.intercept.create = () => sendJson({ message: 'no', code: 'UNAUTHORIZED' }, 401)
    api.network.lost = /record_provider_refusal/
    expect(await api.create(user, randomUUID())).toMatchObject({
      status: 503,
      body: { code: 'provider_unavailable', data: { settlement: 'released' } },
    })
  })
})

it('sends an alert when viewers report a shared video', async () => {
  const { start, told, messages } = openReceiver()
  const api = start()
  await api.sweep()
  const [user, job] = [await createUser(supabase, 100), randomUUID()]
  await api.create(user, job)
  await sql('insert into private.reported_videos (job_id, report_count) values ($1, 1)', [job])
  api.clock.now += MINUTE
  await requestHealth(api)
  expect(messages.map(({ text, facts }) => [text, facts])).toEqual([
    [
      expect.stringMatching(/: viewers reported a shared video\. Look at the reports on \/admin-logs\.$/),
      { videos: 1 },
    ],
  ])
  await sql('delete from private.reported_videos')
  api.clock.now += 10 * MINUTE
  await api.sweep()
  await api.waitUntilIdle()
  expect(told()).toEqual(['links_reported firing', 'links_reported resolved'])
})

it('sends alerts with the numbers of the spent budget and of failed deliveries', async () => {
  const { start, told, messages } = openReceiver()
  const api = start()
  await api.sweep()
  api.provider.finish()
  api.provider.intercept.file = () => new Response(null, { status: 500 })
  for (let made = 0; made < 10; made += 1) {
    const [user, job] = [await createUser(supabase, 100), randomUUID()]
    await api.create(user, job)
    await api.status(user, job)
  }
  await sql('update private.credit_settings set daily_credits_budget = private.submitted_today() + 10')
  api.clock.now += MINUTE
  await requestHealth(api)
  await sql('update private.credit_settings set daily_credits_budget = null')
  expect(told()).toEqual(['budget_spent firing', 'deliveries_failing firing'])
  expect(messages.map(({ text }) => text)).toEqual([
    expect.stringMatching(/: \d+ of the \d+ credits of the daily budget are spent\. .* until 00:00 UTC\.$/),
    expect.stringMatching(/: 10 finished videos could not be delivered in the last hour\. /),
  ])
  api.clock.now += 90 * MINUTE
  await api.sweep()
  await api.waitUntilIdle()
  expect(told().slice(2)).toEqual(['budget_spent resolved', 'deliveries_failing resolved'])
})
