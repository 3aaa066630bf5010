import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { createUser, grant, openTestSupabase, rows } from '../../support/server/database.ts'
import { startJobApi } from '../../support/server/job.ts'

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
})
afterAll(() => supabase.close())

interface Page {
  openingBalance: number
  closingBalance: number
  entries: { amount: number; balanceAfter: number }[]
  nextCursor: string | null
}

const PATH = '/api/credits/statement'

describe('GET /api/credits/statement', () => {
  it('is empty and at 0 for a newcomer', async () => {
    const { request } = await startJobApi(supabase)
    const user = await createUser(supabase)
    expect((await request('GET', PATH, user)).body).toMatchObject({
      success: true,
      data: { openingBalance: 0, closingBalance: 0, entries: [], nextCursor: null },
    })
  })

  it('lists every movement in words for people, and adds up', async () => {
    const { request, create, status, vendor, user, job } = await startJobApi(supabase, 600)
    await create(user, job)
    vendor.succeed()
    await status(user, job)
    const failed = randomUUID()
    await create(user, failed, {}, { path: '/generation/google/veo3', quoted: 330 })
    vendor.status = () => vendor.statusOf('failed')
    await status(user, failed)
    const { data } = (await request('GET', PATH, user)).body
    expect(data).toMatchObject({
      openingBalance: 0,
      closingBalance: 580,
      nextCursor: null,
      entries: [
        {
          kind: 'release',
          amount: 330,
          balanceAfter: 580,
          jobId: failed,
          description: 'Given back: 330 credits held for a Veo 3 video',
        },
        {
          kind: 'hold',
          amount: -330,
          balanceAfter: 250,
          jobId: failed,
          description: '330 credits held for a Veo 3 video',
        },
        {
          kind: 'capture',
          amount: 0,
          balanceAfter: 580,
          jobId: job,
          description: '20 credits charged for a Kling 1.6 video',
        },
        {
          kind: 'hold',
          amount: -20,
          balanceAfter: 580,
          jobId: job,
          description: '20 credits held for a Kling 1.6 video',
        },
        { kind: 'grant', amount: 600, balanceAfter: 600, jobId: null, description: 'Lite plan' },
      ],
    })
    expect(data.entries[0].at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  it('names plans, and what it has no name for by its own words', async () => {
    const { request } = await startJobApi(supabase)
    const user = await createUser(supabase)
    for (const [source, description] of [
      ['lite', ''],
      ['pro', 'Simulated plan'],
      ['pro_plus', ''],
      ['birthday', 'A present'],
      ['unknown', ''],
    ]) {
      await rows(supabase, `select private.grant_credits($1, 10, 'other', $2, $3, $4)`, [
        user.id,
        source,
        randomUUID(),
        description,
      ])
    }
    const { data } = (await request('GET', PATH, user)).body
    expect(data.entries.map((entry: { description: string }) => entry.description)).toEqual([
      'Credits added',
      'A present',
      'Pro+ plan',
      'Pro plan',
      'Lite plan',
    ])
  })

  it('pages through all entries once, each page adding up and meeting the next', async () => {
    const { request } = await startJobApi(supabase)
    const user = await createUser(supabase)
    for (let made = 1; made <= 7; made++) await grant(supabase, user.id, made)
    let cursor: string | null = ''
    let below: number | null = null
    const amounts: number[] = []
    while (cursor !== null) {
      const answer: { body: { data: Page } } = await request(
        'GET',
        `${PATH}?limit=3${cursor && `&cursor=${cursor}`}`,
        user,
      )
      const { data } = answer.body
      if (below !== null) expect(data.closingBalance).toBe(below)
      const moved = data.entries.reduce((sum, { amount }) => sum + amount, 0)
      expect(data.openingBalance + moved).toBe(data.closingBalance)
      expect(data.entries[0]?.balanceAfter).toBe(data.closingBalance)
      amounts.push(...data.entries.map(({ amount }) => amount))
      below = data.openingBalance
      // A word that no address has to escape.
      expect(data.nextCursor ?? '').toMatch(/^[\w-]*$/)
      cursor = data.nextCursor
    }
    expect(amounts).toEqual([7, 6, 5, 4, 3, 2, 1])
    expect(below).toBe(0)
  })

  it.each([
    'limit=0',
    'limit=101',
    'limit=all',
    'cursor=',
    'cursor=7',
    `cursor=${Buffer.from('{"id":7}').toString('base64url')}`,
    `cursor=${Buffer.from('{"id":"0"}').toString('base64url')}`,
    `cursor=${Buffer.from('{"id":"-1"}').toString('base64url')}`,
    `cursor=${Buffer.from('{"id":"99999999999999999999"}').toString('base64url')}`,
    `cursor=${Buffer.from(JSON.stringify({ createdAt: '2026-11-01T10:00:00.123456Z', id: randomUUID() })).toString('base64url')}`,
  ])('refuses ?%s', async (query) => {
    const { request, user } = await startJobApi(supabase)
    expect(await request('GET', `${PATH}?${query}`, user)).toMatchObject({
      status: 400,
      body: { code: 'bad_request', message: expect.stringMatching(/limit|cursor/) },
    })
  })

  it('shows nothing of another person, whatever the cursor', async () => {
    const { request, user } = await startJobApi(supabase, 600)
    const stranger = await createUser(supabase)
    const cursor = Buffer.from('{"id":"999999999999999999"}').toString('base64url')
    for (const query of ['', `?cursor=${cursor}`]) {
      expect((await request('GET', PATH + query, stranger)).body.data.entries).toEqual([])
      expect((await request('GET', PATH + query, user)).body.data.entries).toHaveLength(1)
    }
  })

  it('agrees with the receipts of the library: held, charged and refunded', async () => {
    const { request, create, status, vendor, user } = await startJobApi(supabase, 600)
    const [held, paid, refunded] = [randomUUID(), randomUUID(), randomUUID()]
    for (const job of [paid, refunded]) {
      await create(user, job)
      if (job === paid) vendor.succeed()
      else vendor.status = () => vendor.statusOf('failed')
      await status(user, job)
    }
    await create(user, held)
    const receipts: { id: string; settlement: string; credits: number }[] = (await request('GET', '/api/jobs', user))
      .body.data.jobs
    const { entries } = (await request('GET', PATH, user)).body.data
    const last = { held: 'hold', captured: 'capture', released: 'release' }
    expect(receipts.map(({ id, settlement }) => [id, settlement])).toEqual([
      [held, 'held'],
      [refunded, 'released'],
      [paid, 'captured'],
    ])
    for (const { id, settlement, credits } of receipts) {
      const own: { kind: string; amount: number }[] = entries.filter((entry: { jobId: string }) => entry.jobId === id)
      expect(own[0]?.kind).toBe(last[settlement as 'held'])
      expect(own.reduce((sum, { amount }) => sum + amount, 0)).toBe(settlement === 'released' ? 0 : -credits)
    }
  })
})
