// A voice beside the references of a job, from its upload to the deletion of its file. The provider is fal.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createUser, readBooks } from '../../../harness/database.ts'
import { addFrameCount, audioUri, createMp3, createWav } from '../../../support/audio-files.ts'
import { pngDataUri } from '../../../support/server/image.ts'
import { openFal, startFalApi } from '../../../support/server/scripted-service.ts'
import { setUp, sql, supabase } from '../../../support/server/suite.ts'

setUp()
const { fal } = openFal()

const SEEDANCE = { path: '/generation/bytedance/seedance-2-5', quoted: 120 }
const WAN = { path: '/generation/alibaba/wan-2-7', quoted: 50 }
const EVERYTHING_BACK = { available: 1000, held: 0, captured: 0 }
const VOICE = audioUri(createWav(3))

async function start() {
  const api = startFalApi(fal)
  const user = await createUser(supabase, 1000)
  const job = randomUUID()
  const upload = async (audio = VOICE, owner = user) =>
    (await api.request('POST', '/api/audio', owner, { audio })).body.data.id as string
  const image = (await api.request('POST', '/api/images', user, { image: pngDataUri(400, 300) })).body.data.id as string
  const references = [{ role: 'character', image }]
  const show = async (id: string = job) => (await api.request('GET', `/api/jobs/${id}`, user)).body.data
  const listFiles = () => sql(`select name from storage.objects where bucket_id = 'images' and name ~ '(wav|mp3)$'`)
  return { ...api, user, job, upload, image, references, show, listFiles, booked: () => readBooks(supabase, user.id) }
}

describe('upload of a voice', () => {
  it('gives the same content of one user a single ID, and stores the file privately', async () => {
    const { upload, listFiles } = await start()
    const other = await createUser(supabase, 0)
    const ids = [
      await upload(),
      await upload(),
      await upload(audioUri(createMp3(60), 'audio/mpeg')),
      await upload(VOICE, other),
    ]
    expect(ids[1]).toBe(ids[0])
    expect(new Set(ids).size).toBe(3)
    expect((await listFiles()).map(({ name }) => name)).toEqual(
      expect.arrayContaining([`${ids[0]}.wav`, `${ids[2]}.mp3`, `${ids[3]}.wav`]),
    )
  })

  it.each([
    ['0 bytes', { audio: audioUri(Buffer.alloc(0)) }, 400, 'bad_request'],
    ['an image', { audio: pngDataUri(400, 300) }, 400, 'bad_request'],
    ['31 seconds', { audio: audioUri(createWav(31, { rate: 8000 })) }, 400, 'bad_request'],
    ['a file that is cut off', { audio: audioUri(addFrameCount(createMp3(50), 60), 'audio/mpeg') }, 400, 'bad_request'],
    ['5 MB and 1 byte', { audio: audioUri(Buffer.alloc(5 * 1024 * 1024 + 1)) }, 413, 'body_too_large'],
    ['two sounds', { audio: [VOICE, VOICE] }, 400, 'bad_request'],
    ['no sound', {}, 400, 'bad_request'],
  ])('is refused with %s, and stores nothing', async (_, body, status, code) => {
    const { request, user, listFiles } = await start()
    const before = await listFiles()
    expect(await request('POST', '/api/audio', user, body)).toMatchObject({ status, body: { code } })
    expect(await listFiles()).toEqual(before)
  })

  it('counts toward the limit of unused files', async () => {
    const { request, user } = await start()
    await sql(
      `insert into private.files (user_id, sha256, path) select $1, number::text, number || '.voice.png' from generate_series(1, 49) as number`,
      [user.id],
    )
    const refused = await request('POST', '/api/audio', user, { audio: VOICE })
    expect(refused.body).toMatchObject({ code: 'too_many_images', message: expect.stringContaining('50 files') })
  })
})

describe('job with a voice', () => {
  it('sends the voice to the provider, names it in the prompt, and shows it to its owner', async () => {
    const { create, user, job, upload, references, show, booked } = await start()
    const audio = await upload()
    const input = { references, audio, voiceConsent: true }
    expect((await create(user, job, input, SEEDANCE)).status).toBe(200)
    expect(fal.task).toMatchObject({
      path: 'bytedance/seedance-2.5/reference-to-video',
      input: {
        audio_urls: [VOICE],
        prompt: 'Rain on a window\n\nReferences: image 1 is the character, audio 1 is the voice.',
      },
    })
    expect(await booked()).toMatchObject({ available: 880, held: 120 })
    const shown = await show()
    expect(shown).toMatchObject({ inputKind: 'references', audio: { id: audio }, images: [{ role: 'character' }] })
    const file = await supabase.fetch(new Request(shown.audio.url))
    expect(file.headers.get('content-type')).toBe('audio/wav')
    expect((await create(user, job, input, SEEDANCE)).body.data.taskId).toBe(job)
    expect(fal.tasks.size).toBe(1)
  })

  it('sends no sound of another job', async () => {
    const { create, user, job, upload, references, show } = await start()
    const input = { references, audio: await upload(), voiceConsent: true }
    await create(user, randomUUID(), input, SEEDANCE)
    fal.tasks.clear()
    expect((await create(user, job, { references, voiceConsent: true }, SEEDANCE)).status).toBe(200)
    expect(fal.task.input).not.toHaveProperty('audio_urls')
    expect((await show()).audio).toBeNull()
  })

  it.each<
    [
      string,
      (api: Awaited<ReturnType<typeof start>>, audio: string) => Record<string, unknown>,
      typeof SEEDANCE,
      string,
    ]
  >([
    [
      'without consent',
      ({ references }, audio) => ({ references, audio }),
      SEEDANCE,
      'Confirm that this is your own voice',
    ],
    [
      'with consent refused',
      ({ references }, audio) => ({ references, audio, voiceConsent: false }),
      SEEDANCE,
      'Confirm that this is your own voice',
    ],
    ['without references', (_, audio) => ({ audio, voiceConsent: true }), SEEDANCE, 'needs at least one reference'],
    [
      'beside a first image',
      ({ image }, audio) => ({ image, audio, voiceConsent: true }),
      SEEDANCE,
      'needs at least one reference',
    ],
    [
      'for a model that takes none',
      ({ references }, audio) => ({ references, audio, voiceConsent: true }),
      WAN,
      "Wan 2.7 doesn't take a voice",
    ],
    [
      'as two sounds',
      ({ references }, audio) => ({ references, audio: [audio, audio], voiceConsent: true }),
      SEEDANCE,
      'Invalid "input.audio"',
    ],
  ])('is refused %s, before it holds credits', async (_, getInput, model, message) => {
    const api = await start()
    const { create, user, job, upload, booked } = api
    const refused = await create(user, job, getInput(api, await upload()), model)
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } })
    expect([fal.creates, await booked()]).toEqual([[], EVERYTHING_BACK])
  })

  it.each([['shorter', 1, 'Your voice is 1 seconds long. Seedance 2.5 needs at least 1.8.']])(
    'is refused if the voice is %s than the model takes',
    async (_, seconds, message) => {
      const { create, user, job, upload, references, booked } = await start()
      const input = { references, audio: await upload(audioUri(createWav(seconds))), voiceConsent: true }
      expect((await create(user, job, input, SEEDANCE)).body).toMatchObject({ code: 'bad_request', message })
      expect(await booked()).toEqual(EVERYTHING_BACK)
    },
  )

  it("is refused with a voice that is deleted, expired, unknown, another user's, or an image", async () => {
    const { create, user, upload, references, image, booked, sweep, clock } = await start()
    const foreign = await upload(VOICE, await createUser(supabase, 0))
    const deleting = await upload(audioUri(createWav(4)))
    await sql('update private.files set deleting_at = now() where id = $1', [deleting])
    for (const audio of [foreign, deleting, randomUUID(), image]) {
      const refused = await create(user, randomUUID(), { references, audio, voiceConsent: true }, SEEDANCE)
      expect(refused.body).toMatchObject({ code: 'image_gone', data: { settlement: 'none' } })
    }
    const expired = await upload()
    await sql(`update private.files set used_at = now() - interval '2 days' where id = $1`, [expired])
    clock.now += 1000
    await sweep()
    const late = await create(user, randomUUID(), { references, audio: expired, voiceConsent: true }, SEEDANCE)
    expect(late.body).toMatchObject({ code: 'image_gone' })
    expect([fal.creates, await booked()]).toEqual([[], EVERYTHING_BACK])
  })

  it('is refused with a voice in place of a reference', async () => {
    const { create, user, job, upload, booked } = await start()
    const references = [{ role: 'character', image: await upload() }]
    expect((await create(user, job, { references }, SEEDANCE)).body.code).toBe('image_gone')
    expect([fal.creates, await booked()]).toEqual([[], EVERYTHING_BACK])
  })

  it("returns the credits when the voice can't be read", async () => {
    const { create, user, job, upload, references, network, booked } = await start()
    const audio = await upload()
    network.lost = /\/storage\/v1\/object\/images.*\.wav/
    const refused = await create(user, job, { references, audio, voiceConsent: true }, SEEDANCE)
    expect(refused.body).toMatchObject({ code: 'storage_unavailable', data: { settlement: 'released' } })
    expect([fal.creates, await booked()]).toEqual([[], EVERYTHING_BACK])
  })
})

describe('end of a voice', () => {
  async function generate() {
    const api = await start()
    const { create, status, waitUntilIdle, user, job, upload, references } = api
    const audio = await upload()
    await create(user, job, { references, audio, voiceConsent: true }, SEEDANCE)
    fal.finish()
    await status(user, job)
    await waitUntilIdle()
    const url = (await api.show()).audio.url as string
    return { ...api, audio, isThere: async () => (await supabase.fetch(new Request(url))).ok }
  }

  it('comes with the last video that uses it', async () => {
    const { request, user, job, sweep, isThere } = await generate()
    await sweep()
    expect(await isThere()).toBe(true)
    await request('DELETE', `/api/jobs/${job}`, user)
    await sweep()
    expect(await isThere()).toBe(false)
    expect(await sql('select 1 from private.files where user_id = $1', [user.id])).toEqual([])
  })

  it('comes with the account, whose export contains it', async () => {
    const { request, user, sweep, waitUntilIdle, isThere, audio } = await generate()
    const listed = []
    for (let cursor = ''; ; ) {
      const page = (await request('GET', `/api/account/export${cursor}`, user)).body.data
      listed.push(...page.images)
      if (!page.nextCursor) break
      cursor = `?cursor=${page.nextCursor}`
    }
    expect(listed).toContainEqual(expect.objectContaining({ id: audio, url: expect.stringContaining('.wav') }))
    await request('POST', '/api/account/delete', user, { email: user.email })
    await waitUntilIdle()
    await sweep()
    expect(await isThere()).toBe(false)
  })
})
