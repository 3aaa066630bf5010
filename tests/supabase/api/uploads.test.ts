// Images and posters whose record is deleted while they are uploaded.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { startApi } from '../../harness/api.ts'
import { createUser, signLongToken } from '../../harness/database.ts'
import { pngDataUri } from '../../support/server/image.ts'
import { createWebp, toDataUri } from '../../support/server/poster.ts'
import { setUp, sql, supabase } from '../../support/server/suite.ts'

setUp()

const MINUTE = 60_000

/** Creates a user with a delivered video, on a slow Storage. `meanwhile` runs before an uploaded image arrives. */
async function start() {
  const slow: { meanwhile: (() => Promise<unknown>) | null } = { meanwhile: null }
  const api = startApi(supabase, {}, async (request, send) => {
    const { meanwhile } = slow
    if (
      meanwhile &&
      request.method === 'POST' &&
      /\/storage\/v1\/object\/(images\/|videos\/.*\.webp)/.test(request.url)
    ) {
      slow.meanwhile = null
      await meanwhile()
    }
    return send(request)
  })
  const [signedUp, job] = [await createUser(supabase, 200), randomUUID()]
  const user = { ...signedUp, token: await signLongToken(signedUp.id) }
  await api.create(user, job)
  api.provider.finish()
  await api.status(user, job)
  await sql(`delete from storage.objects where bucket_id = 'images' or name like '%.webp'`)
  await sql('delete from private.files_to_delete')
  const listImages = () => sql(`select name from storage.objects where bucket_id = 'images' or name like '%.webp'`)
  const listListed = () => sql(`select path from private.files_to_delete where path not like '%.mp4'`)
  const deleteVideo = () => api.request('DELETE', `/api/jobs/${job}`, user)
  const deleteAccount = async () => {
    await api.request('POST', '/api/account/delete', user, { email: user.email })
    await api.waitUntilIdle()
  }
  const upload = () => api.request('POST', '/api/images', user, { image: pngDataUri(320, 320) })
  const savePoster = () =>
    api.request('POST', `/api/jobs/${job}/preview`, user, { poster: toDataUri(createWebp(640, 360)) })
  const sweepLater = async (minutes: number) => {
    api.clock.now += minutes * MINUTE
    return api.sweep()
  }
  return { ...api, slow, user, job, listImages, deleteVideo, deleteAccount, upload, savePoster, sweepLater, listListed }
}
type Api = Awaited<ReturnType<typeof start>>

it.each<[string, (api: Api) => Promise<unknown>, (api: Api) => Promise<unknown>]>([
  ["the image's account", ({ upload }) => upload(), ({ deleteAccount }) => deleteAccount()],
  ["the poster's account", ({ savePoster }) => savePoster(), ({ deleteAccount }) => deleteAccount()],
  ["the poster's video", ({ savePoster }) => savePoster(), ({ deleteVideo }) => deleteVideo()],
])('deletes an uploaded file after %s was deleted during the upload', async (_what, upload, remove) => {
  const api = await start()
  api.slow.meanwhile = async () => {
    await remove(api)
    await api.sweepLater(0.1)
    await api.sweepLater(0.1)
  }
  await upload(api)
  expect(await api.listImages()).toHaveLength(1)
  await api.sweepLater(11)
  expect(await api.listImages()).toEqual([])
  expect(await api.listListed()).toEqual([])
})

it("keeps an uploaded image, a poster, and a request's image as long as their records exist", async () => {
  const api = await start()
  await api.upload()
  await api.savePoster()
  await api.create(api.user, randomUUID(), { image: pngDataUri(320, 320) })
  expect(await api.listImages()).toHaveLength(3)
  for (const minutes of [1, 11, 11]) await api.sweepLater(minutes)
  expect(await api.listImages()).toHaveLength(3)
  expect(await api.listListed()).toEqual([])
})

it('deletes an unused image a day after its last upload, even if it was in refused requests', async () => {
  const api = await start()
  const image = (await api.upload()).body.data.id
  const readImage = () => sql('select path from private.files where id = $1', [image])
  await api.sweepLater(60)
  await api.upload()
  await api.sweepLater(24 * 60 - 1)
  expect(await readImage()).toHaveLength(1)
  for (let open = 0; open < 4; open += 1) await api.create(api.user, randomUUID())
  const refused = [21, 20].map((quoted) => api.create(api.user, randomUUID(), { image }, { quoted }))
  expect((await Promise.all(refused)).map(({ body }) => body.code)).toEqual(['price_changed', 'too_many_jobs'])
  await api.sweepLater(2)
  expect([await readImage(), await api.listImages()]).toEqual([[], []])
})

it('refuses an upload beside 50 unused images, explains what to do, and stores nothing', async () => {
  const api = await start()
  await sql(
    `insert into private.files (user_id, sha256, path) select $1, number::text, number || '.png' from generate_series(1, 50) as number`,
    [api.user.id],
  )
  expect(await api.upload()).toMatchObject({
    status: 409,
    body: { code: 'too_many_images', message: expect.stringMatching(/50 files or 100 MB.*You weren't charged/) },
  })
  await sql(`delete from private.files where sha256 = '50' and user_id = $1`, [api.user.id])
  await sql(`update private.files set bytes = 104857600 where sha256 = '1' and user_id = $1`, [api.user.id])
  expect((await api.upload()).body.code).toBe('too_many_images')
  expect(await api.listImages()).toEqual([])
  await sql(`update private.files set bytes = 0 where sha256 = '1' and user_id = $1`, [api.user.id])
  expect((await api.upload()).status).toBe(200)
})
