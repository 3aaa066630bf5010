import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { books, createUser, openTestSupabase, rows } from '../../support/server/database.ts'
import { FalVendor, startFalApi } from '../../support/server/fal-vendor.ts'
import { FREE } from '../../support/server/job.ts'

// The server is killed at every call it makes while it stops a job, once before the call leaves and once when it has
// taken effect and its answer is lost. A new server and its sweep must end what the vendor was told.

let supabase: LocalSupabase
const fal = new FalVendor()
beforeAll(async () => {
  supabase = await openTestSupabase()
  await fal.start()
})
afterAll(async () => {
  fal.stop()
  await supabase.close()
})
afterEach(() => fal.reset())

interface Crash {
  call: number
  moment: 'before' | 'after'
}

/** Stops a queued job on a server that dies at the call named; answers the names of the calls made. */
async function stopAndDie(crash: Crash | null) {
  const calls: string[] = []
  let watching = false
  const dead = Promise.withResolvers<void>()
  const api = startFalApi(supabase, fal, async (request, send) => {
    if (!watching) return send(request)
    const isLast = crash?.call === calls.length
    const { pathname } = new URL(request.url)
    calls.push(`${request.method} ${pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '*')}`)
    if (!isLast) return send(request)
    if (crash.moment === 'after') await send(request)
    dead.resolve()
    return new Promise<Response>(() => {})
  })
  const user = await createUser(supabase, 100)
  const job = randomUUID()
  await api.create(user, job)
  watching = true
  await Promise.race([api.request('POST', `/api/jobs/${job}/cancel`, user), dead.promise])
  return { calls, user, job }
}

describe('a server that dies while it stops a job', async () => {
  // The calls are found by stopping one job undisturbed.
  const first = supabase
  supabase = await openTestSupabase()
  await fal.start()
  const { calls } = await stopAndDie(null)
  await supabase.close()
  fal.stop()
  fal.reset()
  supabase = first

  it('passes through the points that matter', () => {
    expect(calls).toEqual([
      'GET /auth/v1/user',
      'POST /rest/v1/rpc/take_rate',
      'POST /rest/v1/rpc/request_cancel',
      'GET /fal-ai/kling-video/requests/*/status',
      'PUT /fal-ai/kling-video/requests/*/cancel',
      'POST /rest/v1/rpc/settle_job',
    ])
  })

  const crashes = calls.flatMap((name, call) =>
    (['before', 'after'] as const).map((moment) => ({ name, call, moment })),
  )

  it.each(crashes)('$moment $name: what the vendor stopped gives its credits back once', async ({ call, moment }) => {
    const { user, job } = await stopAndDie({ call, moment })
    const wished =
      (
        await rows(
          supabase,
          'select 1 from private.credit_holds where job_id = $1 and cancel_requested_at is not null',
          [job],
        )
      ).length > 0
    const api = startFalApi(supabase, fal)
    api.clock.now += 2 * 60_000
    expect(await api.sweep()).toMatchObject({ body: { data: { failed_checks: 0 } } })
    if (wished) {
      expect(fal.requests).toEqual([])
      expect(await books(supabase, user.id)).toEqual(FREE)
      expect((await api.request('POST', `/api/jobs/${job}/cancel`, user)).body.data.outcome).toBe('stopped')
    } else {
      // Nobody was told anything: the job runs on, and its video comes.
      fal.finish()
      api.clock.now += 60_000
      await api.sweep()
      expect(await books(supabase, user.id)).toMatchObject({ held: 0, captured: 20 })
    }
    const ends = await rows(supabase, `select kind from private.credit_entries where job_id = $1 and kind <> 'hold'`, [
      job,
    ])
    expect(ends).toHaveLength(1)
  })
})
