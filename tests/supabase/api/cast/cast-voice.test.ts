// The voice sample of a member of the cast: its consent, its file, and the jobs that use it.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createUser, readBooks, signLongToken, type TestUser } from '../../../harness/database.ts'
import { audioUri, createWav } from '../../../support/audio-files.ts'
import { pngDataUri } from '../../../support/server/image.ts'
import { openFal, startFalApi } from '../../../support/server/scripted-service.ts'
import { setUp, sql, supabase } from '../../../support/server/suite.ts'

setUp()
const { fal } = openFal()

const DAY = 24 * 60 * 60_000
const SEEDANCE = { path: '/generation/bytedance/seedance-2-5', quoted: 120 }

/** Starts an API with a user who has uploaded an image and a voice of 3 seconds. */
async function start() {
  const api = startFalApi(fal)
  const { request } = api
  const created = await createUser(supabase, 1000)
  const user: TestUser = { ...created, token: await signLongToken(created.id) }
  const speak = async (seconds = 3, owner = user) =>
    (await request('POST', '/api/audio', owner, { audio: audioUri(createWav(seconds)) })).body.data.id as string
  const picture = async (owner = user) =>
    (await request('POST', '/api/images', owner, { image: pngDataUri(400, 300) })).body.data.id as string
  const image = await picture()
  const voice = await speak()
  const withVoice = { voice, voiceConsent: true }
  const add = (more: object = withVoice, owner = user) =>
    request('POST', '/api/cast', owner, { kind: 'character', name: 'Mara', images: [image], ...more })
  const change = (id: string, body: object) => request('PATCH', `/api/cast/${id}`, user, body)
  const list = async () => (await request('GET', '/api/cast', user)).body.data.members
  const remove = (id: string) => request('DELETE', `/api/cast/${id}`, user)
  const listFiles = async () => {
    const rows = await sql<{ name: string }>(
      `select o.name from storage.objects o join private.files i on i.path = o.name
       where o.bucket_id = 'images' and i.user_id = $1 and i.seconds is not null`,
      [user.id],
    )
    return rows.map(({ name }) => name)
  }
  return { ...api, user, image, voice, withVoice, speak, picture, add, change, list, remove, listFiles }
}

describe('voice of a member of the cast', () => {
  it('is stored with a consent, and shown with its length and a signed address', async () => {
    const { add, change, list, voice, user, clock } = await start()
    const { body } = await add({ voice: voice.toUpperCase(), voiceConsent: true })
    expect(body.data.voice).toEqual({ id: voice, seconds: 3, url: expect.stringContaining(`/images/${voice}.wav`) })
    expect((await supabase.fetch(new Request(body.data.voice.url))).ok).toBe(true)
    expect((await change(body.data.id, { name: 'Mara Lee', note: 'A diver' })).body.data.voice.id).toBe(voice)
    expect(await list()).toMatchObject([{ name: 'Mara Lee', voice: { id: voice } }])
    const [row] = await sql<{ at: Date }>(
      'select voice_consented_at as at from private.cast_members where user_id = $1',
      [user.id],
    )
    expect(new Date(row?.at ?? 0).getTime()).toBe(clock.now)
  })

  it('is replaced with a new consent, and removed with null', async () => {
    const { add, change, list, speak, user } = await start()
    const { id } = (await add()).body.data
    const other = await speak(4)
    expect((await change(id, { voice: other })).body.code).toBe('bad_request')
    expect((await change(id, { voice: other, voiceConsent: true })).body.data.voice).toMatchObject({
      id: other,
      seconds: 4,
    })
    expect((await change(id, { voice: null })).body.data.voice).toBeNull()
    expect(await list()).toMatchObject([{ voice: null }])
    expect(
      await sql('select voice_id, voice_consented_at from private.cast_members where user_id = $1', [user.id]),
    ).toEqual([{ voice_id: null, voice_consented_at: null }])
  })

  it('goes when its member becomes a place, and is refused for one', async () => {
    const { add, change, withVoice } = await start()
    const message = 'Invalid "voice": only a character has a voice.'
    expect((await add({ ...withVoice, kind: 'place' })).body).toMatchObject({ code: 'bad_request', message })
    const { id } = (await add()).body.data
    expect((await change(id, { ...withVoice, kind: 'style' })).body.message).toBe(message)
    expect((await change(id, { kind: 'place' })).body.data).toMatchObject({ kind: 'place', voice: null })
    expect((await change(id, withVoice)).body).toMatchObject({ code: 'bad_request', message })
    expect((await change(id, { ...withVoice, kind: 'character' })).body.data.voice).toMatchObject({ seconds: 3 })
  })

  it.each([
    ['no consent', { voiceConsent: undefined }, 400],
    ['a consent of false', { voiceConsent: false }, 400],
    ['a voice that is no ID', { voice: 'mara.wav' }, 400],
    ['an unknown voice', { voice: randomUUID() }, 409],
  ])('is refused with %s, and stores no member', async (_, more, status) => {
    const { add, list, withVoice } = await start()
    expect((await add({ ...withVoice, ...more })).status).toBe(status)
    expect(await list()).toEqual([])
  })

  it("is refused if it is an image, or another user's, and an image can't be a voice", async () => {
    const { add, change, image, picture, voice, list, speak } = await start()
    const stranger = await createUser(supabase, 0)
    const foreign = await speak(3, stranger)
    const { id } = (await add({})).body.data
    for (const body of [
      { voice: image, voiceConsent: true },
      { voice: foreign, voiceConsent: true },
      { images: [voice] },
      { images: [voice], voice, voiceConsent: true },
      { images: [image, await picture(stranger)] },
    ]) {
      expect(await change(id, body)).toMatchObject({ status: 409, body: { code: 'image_gone' } })
    }
    expect(await list()).toMatchObject([{ images: [{ id: image }], voice: null }])
  })

  it('keeps its file as long as a member has it, and deletes the file after that', async () => {
    const { add, change, clock, listFiles, remove, speak, sweep, voice, withVoice } = await start()
    const mara = (await add()).body.data.id
    const ben = (await add({ ...withVoice, name: 'Ben' })).body.data.id
    const unused = await speak(5)
    clock.now += 2 * DAY
    await sweep()
    expect(await listFiles()).toEqual([`${voice}.wav`])
    expect((await change(ben, { voice: unused, voiceConsent: true })).body.code).toBe('image_gone')
    await change(mara, { voice: null })
    await sweep()
    expect(await listFiles()).toEqual([`${voice}.wav`])
    await remove(ben)
    await sweep()
    expect(await listFiles()).toEqual([])
  })

  it('deletes at once the file that another voice replaces, and that of a member that becomes a place or is deleted', async () => {
    const { add, change, listFiles, remove, speak, sweep, withVoice } = await start()
    const { id } = (await add()).body.data
    const second = await speak(4)
    await change(id, { voice: second, voiceConsent: true })
    await sweep()
    expect(await listFiles()).toEqual([`${second}.wav`])
    await change(id, { kind: 'place' })
    await sweep()
    expect(await listFiles()).toEqual([])
    const ben = (await add({ ...withVoice, name: 'Ben', voice: await speak(5) })).body.data.id
    await remove(ben)
    await sweep()
    expect(await listFiles()).toEqual([])
  })

  it("doesn't count as an unused upload, but its bytes count as stored", async () => {
    const { add, request, user, speak } = await start()
    await sql(
      `insert into private.files (user_id, sha256, path)
       select $1::uuid, number::text, $1 || number::text || '.png' from generate_series(1, 49) as number`,
      [user.id],
    )
    const audio = audioUri(createWav(6))
    expect((await request('POST', '/api/audio', user, { audio })).body.code).toBe('too_many_images')
    await add()
    expect(await speak(6)).toEqual(expect.any(String))
    const [{ bytes } = { bytes: 0 }] = await sql<{ bytes: number }>(
      'select sum(bytes)::integer as bytes from private.files where user_id = $1 and seconds is not null',
      [user.id],
    )
    expect(bytes).toBe(createWav(3).length + createWav(6).length)
    expect((await request('GET', '/api/account', user)).body.data.storedBytes).toBeGreaterThan(bytes)
  })

  it('is part of the export, and is deleted with the account', async () => {
    const { add, list, listFiles, request, sweep, user, voice, waitUntilIdle } = await start()
    await add()
    const pages = []
    for (let cursor: string | null = ''; cursor !== null; cursor = pages.at(-1).nextCursor)
      pages.push((await request('GET', `/api/account/export?cursor=${cursor}`, user)).body.data)
    expect(pages.flatMap(({ images }) => images.map((one: { id: string }) => one.id))).toContain(voice)
    expect(pages.flatMap(({ cast }) => cast)).toMatchObject([{ name: 'Mara', voice: { id: voice } }])
    expect(await list()).toHaveLength(1)
    expect((await request('POST', '/api/account/delete', user, { email: user.email })).status).toBe(200)
    await waitUntilIdle()
    await sweep()
    expect(await sql('select 1 from private.cast_members where user_id = $1', [user.id])).toEqual([])
    expect(await listFiles()).toEqual([])
    expect(await sql('select 1 from private.files where user_id = $1', [user.id])).toEqual([])
  })
})

describe('job with a member of the cast', () => {
  it('refuses a renamed, a deleted, an unnamed, and a foreign member, and holds nothing', async () => {
    const { add, change, create, picture, remove, user } = await start()
    const stranger = await createUser(supabase, 0)
    const foreign = (await add({ images: [await picture(stranger)], name: 'Mara' }, stranger)).body.data.id
    const { id } = (await add()).body.data
    const ask = (member: string, prompt = '@Mara dives') =>
      create(user, randomUUID(), { prompt, cast: [member] }, SEEDANCE)
    const changed = { status: 409, body: { code: 'cast_changed', data: { settlement: 'none' } } }
    expect(await ask(foreign)).toMatchObject(changed)
    expect(await ask(id, 'Somebody dives')).toMatchObject(changed)
    await change(id, { name: 'Ben' })
    expect(await ask(id)).toMatchObject(changed)
    await change(id, { name: 'Mara' })
    await remove(id)
    expect(await ask(id)).toMatchObject(changed)
    expect(await readBooks(supabase, user.id)).toMatchObject({ available: 1000, held: 0 })
  })

  it('keeps the name, the images, and the voice when the member is deleted, until the video is', async () => {
    const { add, clock, create, image, listFiles, remove, request, sweep, user, voice } = await start()
    const { id } = (await add()).body.data
    const job = randomUUID()
    expect((await create(user, job, { prompt: '@Mara says hello', cast: [id] }, SEEDANCE)).status).toBe(200)
    const show = async () => (await request('GET', `/api/jobs/${job}`, user)).body.data
    expect(await show()).toMatchObject({
      cast: [{ id, name: 'Mara', currentName: 'Mara' }],
      images: [{ id: image, castId: id }],
      audio: { id: voice, castId: id },
    })
    expect((await remove(id)).status).toBe(200)
    clock.now += 2 * DAY
    await sweep()
    expect(await show()).toMatchObject({
      cast: [{ id: null, name: 'Mara', currentName: null }],
      images: [{ id: image, castId: null }],
      audio: { id: voice, castId: null },
    })
    expect(await listFiles()).toEqual([`${voice}.wav`])
  })
})
