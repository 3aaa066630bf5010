import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { startApi } from '../../support/server/api.ts'
import { createUser, openTestSupabase, rows, type TestUser } from '../../support/server/database.ts'
import { HELD, PAID, startJobApi } from '../../support/server/job.ts'
import { pngDataUri } from '../../support/server/picture.ts'

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
})
afterAll(() => supabase.close())

type Setup = Awaited<ReturnType<typeof startJobApi>>

/** A finished picture job: one file in each bucket. */
async function withVideo(setup: Setup): Promise<void> {
  const { create, status, vendor, user, job } = setup
  await create(user, job, { image: pngDataUri(320, 320), prompt: 'a secret', negativePrompt: 'another' })
  vendor.succeed()
  expect((await status(user, job)).body.status).toBe('succeed')
}

const remove = ({ request }: Pick<Setup, 'request'>, user: TestUser | null, job: string) =>
  request('DELETE', `/api/jobs/${job}`, user)
/** The files of these jobs, without what no two deliveries have alike. */
const filesOf = async (...jobs: string[]) =>
  (
    await rows<{ file: string }>(
      supabase,
      `select bucket_id || '/' || left(name, 36) || right(name, 4) as file from storage.objects
       where left(name, 36) = any ($1) order by 1`,
      [jobs],
    )
  ).map(({ file }) => file)
const listed = (job: string) =>
  rows(supabase, 'select bucket from private.files_to_delete where job_id = $1 order by 1', [job])

describe('DELETE /api/jobs/{id}', () => {
  it('takes a finished job out of the library with its files, and leaves the ledger as it was', async () => {
    const api = await startJobApi(supabase)
    const { request, status, user, job, booked, clock } = api
    await withVideo(api)
    const { videoUrl, pictureUrl } = (await request('GET', `/api/jobs/${job}`, user)).body.data
    expect(await filesOf(job)).toEqual([`pictures/${job}.png`, `videos/${job}.mp4`])
    clock.now += 6 * 60_000

    expect(await remove(api, user, job)).toMatchObject({ status: 200, body: { success: true, data: { id: job } } })

    expect((await request('GET', '/api/jobs', user)).body.data.jobs).toEqual([])
    expect(await request('GET', `/api/jobs/${job}`, user)).toMatchObject({ status: 404 })
    expect(await status(user, job)).toMatchObject({ status: 404 })
    expect(await filesOf(job)).toEqual([])
    expect(await listed(job)).toEqual([])
    for (const url of [videoUrl, pictureUrl]) expect((await supabase.fetch(new Request(url))).ok).toBe(false)
    expect(await booked()).toEqual(PAID)
    expect(
      await rows(
        supabase,
        `select status, prompt, negative_prompt, failure_message, picture_path, video_path, request_hash, deleted_at is not null as deleted
         from public.generations join private.vendor_tasks on job_id = id where id = $1`,
        [job],
      ),
    ).toEqual([
      {
        status: 'succeeded',
        prompt: '',
        negative_prompt: '',
        failure_message: null,
        picture_path: null,
        video_path: null,
        request_hash: '',
        deleted: true,
      },
    ])
    const { data } = (await request('GET', '/api/credits/statement', user)).body
    expect(data.entries).toMatchObject([
      { kind: 'capture', jobId: job },
      { kind: 'hold', jobId: job },
      { kind: 'grant' },
    ])
  })

  it('answers the same when it is asked again, and when two ask at once', async () => {
    const api = await startJobApi(supabase)
    await withVideo(api)
    const answers = await Promise.all([remove(api, api.user, api.job), remove(api, api.user, api.job)])
    answers.push(await remove(api, api.user, api.job))
    for (const { status, body } of answers) expect([status, body.data]).toEqual([200, { id: api.job }])
  })

  it('leaves everything else of the person, and of others', async () => {
    const api = await startJobApi(supabase)
    await withVideo(api)
    const other = { ...api, job: randomUUID() }
    await withVideo(other)
    await remove(api, api.user, api.job)
    expect(await filesOf(api.job, other.job)).toHaveLength(2)
    expect((await api.request('GET', '/api/jobs', api.user)).body.data.jobs).toMatchObject([
      { id: other.job, prompt: 'a secret', videoUrl: expect.any(String) },
    ])
  })

  it('refuses an open job with a sentence, and changes nothing', async () => {
    const api = await startJobApi(supabase)
    const { create, request, user, job, booked } = api
    await create(user, job)
    expect(await remove(api, user, job)).toMatchObject({
      status: 409,
      body: {
        code: 'job_open',
        message: 'This video is still being made, so it cannot be deleted yet. Try again when it has ended.',
      },
    })
    expect((await request('GET', `/api/jobs/${job}`, user)).body.data.prompt).toBe('Rain on a window')
    expect(await booked()).toEqual(HELD)
  })

  it('knows no job of another person, and none that was only held', async () => {
    const api = await startJobApi(supabase)
    await withVideo(api)
    const stranger = await createUser(supabase, 100)
    const held = randomUUID()
    await api.consume(stranger, held)
    for (const id of [api.job, held, randomUUID(), 'no-such-id']) {
      expect(await remove(api, stranger, id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    expect(await filesOf(api.job)).toHaveLength(2)
    expect((await api.request('GET', `/api/jobs/${api.job}`, api.user)).status).toBe(200)
  })

  it('a create that is sent once more for a deleted job makes none', async () => {
    const api = await startJobApi(supabase)
    const { create, user, job, booked, vendor } = api
    await create(user, job)
    vendor.succeed()
    await api.status(user, job)
    await remove(api, user, job)
    expect(await create(user, job)).toMatchObject({ status: 409, body: { code: 'key_mismatch' } })
    expect(vendor.creates).toHaveLength(1)
    expect(await booked()).toEqual(PAID)
  })

  it('is gone for the person while Storage is down, and the sweep deletes the files when it is back', async () => {
    const api = await startJobApi(supabase)
    const { user, job, storage, clock, sweep, request } = api
    await withVideo(api)
    storage.isDown = true
    expect(await remove(api, user, job)).toMatchObject({ status: 200 })
    expect((await request('GET', '/api/jobs', user)).body.data.jobs).toEqual([])
    expect(await filesOf(job)).toHaveLength(2)
    clock.now += 60_000
    await sweep()
    storage.isDown = false
    clock.now += 11 * 60_000
    await sweep()
    expect(await filesOf(job)).toEqual([])
    expect(await listed(job)).toEqual([])
  })

  it('a video that is stored after its job was deleted goes too', async () => {
    const api = await startJobApi(supabase)
    const { create, user, job, clock, sweep } = api
    await create(user, job)
    // Somebody fetches the video when the job passes its deadline, is released and is deleted.
    const [claim] = await rows<{ path: string }>(supabase, 'select public.claim_delivery($1, $2) as path', [
      job,
      new Date(clock.now).toISOString(),
    ])
    await rows(supabase, `select public.settle_job($1, null, 'deadline', 'Late')`, [job])
    await remove(api, user, job)
    expect(await listed(job)).toEqual([{ bucket: 'videos' }])
    await rows(supabase, `insert into storage.objects (bucket_id, name) values ('videos', $1)`, [claim?.path])
    clock.now += 11 * 60_000
    await sweep()
    expect(await filesOf(job)).toEqual([])
    expect(await listed(job)).toEqual([])
  })

  it.each(['before', 'after'] as const)(
    'a server that dies %s any of its calls leaves nothing a sweep does not finish',
    async (moment) => {
      const calls: string[] = []
      const probe = await startJobApi(supabase, 100, (request, send) => {
        calls.push(new URL(request.url).pathname)
        return send(request)
      })
      await withVideo(probe)
      calls.length = 0
      await remove(probe, probe.user, probe.job)
      const names = calls.splice(0)
      expect(names).toEqual(
        expect.arrayContaining(['/rest/v1/rpc/delete_job', '/storage/v1/object/videos', '/storage/v1/object/pictures']),
      )

      for (const last of names.keys()) {
        let dying = false
        let made = 0
        let die = () => {}
        const dead = new Promise<void>((resolve) => {
          die = resolve
        })
        const api = await startJobApi(supabase, 100, async (request, send) => {
          if (!dying || made++ !== last) return send(request)
          if (moment === 'after') await send(request)
          die()
          return new Promise<Response>(() => {})
        })
        await withVideo(api)
        dying = true
        await Promise.race([remove(api, api.user, api.job), dead])
        const next = startApi(supabase)
        const deleted = (await next.request('GET', `/api/jobs/${api.job}`, api.user)).status === 404
        for (const minutes of [6, 20]) {
          next.clock.now += minutes * 60_000
          await next.sweep()
        }
        // Deleted for the person means deleted for good; else nothing has happened and they may try again.
        expect([names[last], await filesOf(api.job), await listed(api.job)]).toEqual([
          names[last],
          deleted ? [] : [`pictures/${api.job}.png`, `videos/${api.job}.mp4`],
          [],
        ])
        expect(await api.booked()).toEqual(PAID)
      }
    },
  )
})
