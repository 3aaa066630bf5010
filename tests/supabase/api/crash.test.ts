import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { startApi } from '../../support/server/api.ts'
import { books, createUser, openTestSupabase, rows, type TestUser } from '../../support/server/database.ts'
import { pngDataUri } from '../../support/server/picture.ts'

// The server is killed at every call it makes on the way from hold to video, once before the call leaves and once when
// it has taken effect and its answer is lost. Then a new server starts on the same records, and a sweep must end it.

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
})
afterAll(() => supabase.close())

type Api = ReturnType<typeof startApi>

/** What a browser does for one picture job; each call with the same key, so that it may be repeated. */
const STEPS: ((api: Api, user: TestUser, job: string) => Promise<unknown>)[] = [
  (api, user, job) => api.consume(user, job),
  (api, user, job) => api.create(user, job, { image: pngDataUri(320, 320) }),
  (api, user, job) => api.status(user, job),
]

/** Names a call of the server: `POST /rest/v1/rpc/start_job`, `PUT videos`, `vendor POST`, ... */
function nameOf(request: Request): string {
  const { pathname, origin } = new URL(request.url)
  const place = pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '*')
  return `${origin.includes('localhost') ? '' : 'vendor '}${request.method} ${place}`
}

interface Crash {
  /** Index of the call, counted over the job. */
  call: number
  moment: 'before' | 'after'
}

/** Runs the steps until the crash; answers the names of the calls made. */
async function runUntil(crash: Crash | null, user: TestUser, job: string): Promise<{ calls: string[]; api: Api }> {
  const calls: string[] = []
  let die = () => {}
  const dead = new Promise<void>((resolve) => {
    die = resolve
  })
  const never = new Promise<Response>(() => {})
  const api = startApi(supabase, {}, async (request, send) => {
    const isLast = crash !== null && calls.length === crash.call
    calls.push(nameOf(request))
    if (!isLast) return send(request)
    if (crash.moment === 'after') await send(request)
    die()
    return never
  })
  api.vendor.succeed()
  const run = async () => {
    for (const step of STEPS) await step(api, user, job)
  }
  await Promise.race([run(), dead])
  return { calls, api }
}

async function newUser() {
  return { user: await createUser(supabase, 100), job: randomUUID() }
}

describe('a job whose server is killed', async () => {
  // The calls are found by running one job undisturbed.
  const probe = await openTestSupabase()
  const first = supabase
  supabase = probe
  const { calls } = await newUser().then(({ user, job }) => runUntil(null, user, job))
  supabase = first
  await probe.close()

  it('passes through the points that matter', () => {
    expect(calls).toEqual(
      expect.arrayContaining([
        'POST /rest/v1/rpc/hold_credits',
        'POST /rest/v1/rpc/start_job',
        'POST /storage/v1/object/pictures/*.png',
        'vendor POST /api/platform/generation/kling-ai/kling-v1-6',
        'POST /rest/v1/rpc/record_vendor_task',
        'vendor GET /one.mp4',
        'POST /storage/v1/object/videos/*/*.mp4',
        'GET /storage/v1/object/videos/*/*.mp4',
        'POST /rest/v1/rpc/settle_job',
      ]),
    )
  })

  const crashes = calls.flatMap((name, call) =>
    (['before', 'after'] as const).map((moment) => ({ name, call, moment })),
  )

  it.each(crashes)(
    '$moment $name: ends with nothing held, one vendor job at most, and no charge without a video',
    async ({ call, moment }) => {
      for (const browserReturns of [false, true]) {
        const { user, job } = await newUser()
        const { api: dead } = await runUntil({ call, moment }, user, job)
        const api = startApi(supabase)
        api.vendor.succeed()
        if (browserReturns) for (const step of STEPS) await step(api, user, job)
        for (const minutes of [6, 20, 70]) {
          api.clock.now += minutes * 60_000
          expect(await api.sweep()).toMatchObject({ status: 200, body: { data: { failed_checks: 0 } } })
        }
        expect(dead.vendor.creates.length + api.vendor.creates.length).toBeLessThanOrEqual(1)
        const { held, captured } = await books(supabase, user.id)
        expect(held).toBe(0)
        const stored = await rows(
          supabase,
          `select status, video_path is not null as has_video from public.generations where id = $1`,
          [job],
        )
        // No copy is left but the one that was paid for.
        expect(await rows(supabase, `select 1 from storage.objects where name like $1`, [`${job}/%`])).toHaveLength(
          captured > 0 ? 1 : 0,
        )
        if (captured > 0) expect(stored).toEqual([{ status: 'succeeded', has_video: true }])
        else expect(stored.filter((row) => row.status === 'succeeded')).toEqual([])
      }
    },
  )
})
