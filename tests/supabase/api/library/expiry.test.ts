import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { startApi } from '../../../harness/api.ts'
import { signLongToken } from '../../../harness/database.ts'
import { pngDataUri } from '../../../support/server/image.ts'
import { openSuite } from '../../../support/server/open-suite.ts'

// These sweeps run far in the future and would delete rows of other tests, so this file opens its own database.
const { supabase, setUp, sql } = await openSuite()
afterAll(() => supabase.close())

const DAY = 24 * 60 * 60_000

/** Creates a user with a finished video on a site that keeps videos for this many days. Null keeps them forever. */
async function setUpVideo(days: string | null, over = {}) {
  const made = await setUp()
  const job = randomUUID()
  await made.create(made.user, job, over)
  made.provider.finish()
  await made.status(made.user, job)
  const api = startApi(supabase, days === null ? {} : { KEEP_VIDEOS_DAYS: days })
  const start = Date.now()
  const user = { ...made.user, token: await signLongToken(made.user.id) }
  return {
    api,
    job,
    user,
    start,
    at: (day: number) => {
      api.clock.now = start + day * DAY
    },
    read: async () => (await api.request('GET', `/api/jobs/${job}`, user)).body.data,
    list: async () => (await api.request('GET', '/api/jobs', user)).body.data.jobs,
    /** Returns the number of deleted videos. */
    sweep: async () => (await api.sweep()).body.data.deleted_videos as number,
  }
}

/** Returns the day, counted from the start, on which a response says that the video expires. */
const dayOf = (start: number, iso: string) => Math.round((Date.parse(iso) - start) / DAY)

it.each<['read' | 'list' | 'export']>([['read'], ['list'], ['export']])(
  'deletes a video at the configured age, 30 days after a notice to its owner by %s',
  async (way) => {
    const { api, job, user, start, at, read, list, sweep } = await setUpVideo('60')
    const tell = async () => {
      if (way === 'read') return read()
      if (way === 'list') return (await list())[0]
      return (await api.request('GET', '/api/account/export', user)).body.data.jobs[0]
    }
    at(30.01)
    expect(dayOf(start, (await tell()).expiresAt)).toBe(60)
    at(59.9)
    expect(await sweep()).toBe(0)
    expect((await list()).map(({ id }: { id: string }) => id)).toEqual([job])
    at(60.1)
    expect(await sweep()).toBe(1)
    expect(await list()).toEqual([])
    expect(await sql('select video_path, prompt from public.jobs where id = $1', [job])).toEqual([
      { video_path: null, prompt: '' },
    ])
    expect(await sql('select kind from private.credit_entries where job_id = $1 order by id', [job])).toEqual([
      { kind: 'hold' },
      { kind: 'capture' },
    ])
  },
)

it('keeps a video whose owner was not told, and deletes it 30 days after the first notice', async () => {
  const { start, at, read, list, sweep } = await setUpVideo('60')
  // A response more than 30 days before the expiry shows the day, but doesn't count as the notice.
  at(29)
  expect(dayOf(start, (await read()).expiresAt)).toBe(60)
  at(100)
  await sweep()
  expect(dayOf(start, (await read()).expiresAt)).toBe(130)
  at(129)
  await sweep()
  // The first notice sets the day, and a later response doesn't change it.
  expect(dayOf(start, (await list())[0].expiresAt)).toBe(130)
  at(131)
  await sweep()
  expect(await list()).toEqual([])
})

it('deletes no video without the setting, and gives a new notice when the setting returns', async () => {
  const { job, user, start, at, read, sweep, ...made } = await setUpVideo('31')
  at(2)
  expect(dayOf(start, (await read()).expiresAt)).toBe(32)
  const later = startApi(supabase, { KEEP_VIDEOS_DAYS: '60' })
  later.clock.now = start + 40 * DAY
  expect((await later.sweep()).body.data.deleted_videos).toBe(0)
  const off = startApi(supabase)
  off.clock.now = start + 40 * DAY
  await off.sweep()
  expect((await off.request('GET', `/api/jobs/${job}`, user)).body.data.expiresAt).toBeNull()
  at(400)
  await sweep()
  expect(dayOf(start, (await read()).expiresAt)).toBe(430)
  expect(await made.list()).toHaveLength(1)
})

it('deletes an expired video with its links and its image, even with a star', async () => {
  const { api, job, user, at, list, sweep } = await setUpVideo('31', { image: pngDataUri(320, 320) })
  await api.request('POST', `/api/jobs/${job}/label`, user, { isStarred: true })
  const body = { days: 365, showsPrompt: true, isIndexed: false }
  const { data } = (await api.request('POST', `/api/jobs/${job}/shares`, user, body)).body
  const open = () => api.request('GET', `/api/shared/${data.token}`, null)
  at(20)
  await list()
  expect((await open()).status).toBe(200)
  at(60)
  await sweep()
  await sweep()
  expect((await open()).status).toBe(404)
  const files = `select name from storage.objects where name like '%' || $1 || '%'`
  expect(await sql(files, [job])).toEqual([])
})

it("shows an expiry at least 30 days away if the notice can't be recorded", async () => {
  const { job, user, start, at } = await setUpVideo('60')
  const api = startApi(supabase, { KEEP_VIDEOS_DAYS: '60' })
  at(90)
  api.clock.now = start + 90 * DAY
  api.network.lost = /announce_expiry/
  const { body } = await api.request('GET', `/api/jobs/${job}`, user)
  expect(dayOf(start, body.data.expiresAt)).toBe(120)
  expect(api.log).toContainEqual(
    expect.objectContaining({ level: 'error', cause: expect.stringContaining('announce_expiry') }),
  )
})
