// Tests what a provider gets of the members that a job's prompt names, and what the job's owner sees. The provider is fal.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { audioUri, createWav } from '../../../support/audio-files.ts'
import {
  EVERYTHING_BACK,
  KLING,
  MARA,
  MARA_LATER,
  OWN,
  PIER,
  SEEDANCE,
  startCastApi,
  VEO,
  VOICE,
} from '../../../support/server/cast.ts'
import { openFal } from '../../../support/server/scripted-service.ts'
import { setUp, sql } from '../../../support/server/suite.ts'

setUp()
const { fal } = openFal()
const start = (more?: object) => startCastApi(fal, more)
type Api = Awaited<ReturnType<typeof start>>

/** Returns the images that fal got, in every field of a create request. */
const readImages = () => JSON.stringify(fal.task.input).match(/data:image\/[a-z]+;base64,[\w+/=]+/g) ?? []

describe('references of the cast', () => {
  it('gets the images of the named members, and the prompt in words, and shows the job to its owner as typed', async () => {
    const { create, show, mara, pier, images, booked } = await start()
    expect((await create()).status).toBe(200)
    expect(fal.task.path).toBe('bytedance/seedance-2.5/reference-to-video')
    expect(fal.task.input.prompt).toBe(
      'Mara (A diver) dives from The pier\n\nReferences: image 1 is the character Mara, image 2 is the character Mara, image 3 is the place The pier.',
    )
    expect(fal.task.input.image_urls).toEqual([MARA, MARA_LATER, PIER])
    expect(readImages()).toHaveLength(3)
    expect(await booked()).toMatchObject({ available: 880, held: 120 })
    expect(await show()).toMatchObject({
      prompt: '@Mara dives from @The pier',
      inputKind: 'references',
      cast: [
        { id: mara, name: 'Mara', currentName: 'Mara' },
        { id: pier, name: 'The pier', currentName: 'The pier' },
      ],
      images: [
        { id: images[0], role: 'character', castId: mara },
        { id: images[1], role: 'character', castId: mara },
        { id: images[2], role: 'object', castId: pier },
      ],
      audio: null,
    })
  })

  it('sends the first image of each member if the model takes fewer, after the references of the request', async () => {
    const { create, upload } = await start({ kind: 'style' })
    await create({ references: [{ role: 'object', image: await upload(OWN) }], length: 4 }, VEO)
    expect(readImages()).toEqual([OWN, MARA, PIER])
    expect(fal.task.input.prompt).toContain(
      'image 1 is the object, image 2 is the style Mara, image 3 is the place The pier',
    )
  })

  it('sends an image once, even if the request names it in other letters, or two members have it', async () => {
    const { create, images, add, mara } = await start()
    const twin = await add({ kind: 'character', name: 'Twin', images: images.slice(0, 1) })
    const references = [{ role: 'style', image: images[0]?.toUpperCase() }]
    await create({ prompt: '@Mara and @Twin', cast: [mara, twin], references })
    expect(readImages()).toEqual([MARA, MARA_LATER])
  })

  it('leaves no room for the cast if the references of the request fill the model', async () => {
    const { create, upload, show, mara } = await start()
    const references = Array(3).fill({ role: 'object', image: await upload(OWN) })
    expect((await create({ references, length: 4 }, VEO)).status).toBe(200)
    expect(readImages()).toEqual([OWN, OWN, OWN])
    expect((await show()).cast[0].id).toBe(mara)
  })

  it.each<[string, (api: Api) => object | Promise<object>, typeof KLING, string[]]>([
    ['to a model without references', () => ({}), KLING, []],
    ['beside a first image', async ({ upload }) => ({ image: await upload(OWN) }), SEEDANCE, [OWN]],
    ['beside a first image in the request', () => ({ image: OWN }), SEEDANCE, [OWN]],
    [
      'beside two frames',
      async ({ upload }) => ({ image: await upload(OWN), lastImage: await upload(OWN) }),
      SEEDANCE,
      [OWN, OWN],
    ],
  ])('sends only words %s', async (_, getInput, model, images) => {
    const api = await start({ voice: null })
    expect((await api.create(await getInput(api), model)).status).toBe(200)
    expect(readImages()).toEqual(images)
    expect(fal.task.input.prompt).toBe('Mara (A diver) dives from The pier')
    expect(await api.show()).toMatchObject({ cast: [{ name: 'Mara' }, { name: 'The pier' }] })
  })

  it('sends only words beside a source video', async () => {
    const { api, create, job, user } = await start().then((api) => ({ ...api, api }))
    await create()
    fal.finish()
    await api.status(user, job)
    await api.waitUntilIdle()
    fal.restart()
    const created = await create({ source: { job, use: 'extend' }, length: 8 }, VEO, randomUUID())
    expect(created.status).toBe(200)
    expect(readImages()).toEqual([])
    expect(fal.task.input.prompt).toBe('Mara (A diver) dives from The pier')
  })

  it('sends nothing of the cast without a list, whatever the prompt says', async () => {
    const { create, show } = await start()
    for (const cast of [undefined, []]) {
      const key = randomUUID()
      await create({ cast }, SEEDANCE, key)
      expect(readImages()).toEqual([])
      expect(fal.task.input.prompt).toBe('@Mara dives from @The pier')
      expect((await show(key)).cast).toEqual([])
      fal.restart()
    }
  })

  it('sends a list of one member twice, in any letters, as one', async () => {
    const { create, mara, show } = await start()
    await create({ prompt: '@MARA waves', cast: [mara, mara.toUpperCase()] })
    expect(readImages()).toEqual([MARA, MARA_LATER])
    expect((await show()).cast).toEqual([{ id: mara, name: 'Mara', currentName: 'Mara' }])
  })

  it("leaves out the notes if the prompt would exceed the model's limit, and stores the prompt as typed", async () => {
    const { create, show } = await start({ note: 'x'.repeat(300) })
    const prompt = '@Mara and @The pier '.padEnd(1990, '.')
    await create({ prompt }, KLING)
    expect(fal.task.input.prompt).toBe(prompt.replaceAll('@', ''))
    expect((await show()).prompt).toBe(prompt)
  })

  it('refuses a prompt that is too long as it is typed', async () => {
    const { create, booked } = await start()
    expect((await create({ prompt: '@Mara and @The pier '.padEnd(2001, '.') }, KLING)).body.code).toBe('bad_request')
    expect([fal.creates, await booked()]).toEqual([[], EVERYTHING_BACK])
  })

  it('refuses a list of more members than a cast has', async () => {
    const { create, booked } = await start()
    const refused = await create({ cast: Array.from({ length: 101 }, () => randomUUID()) })
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('"input.cast"') } })
    expect([fal.creates, await booked()]).toEqual([[], EVERYTHING_BACK])
  })
})

describe('voice of the cast', () => {
  async function startSpoken(seconds = 3) {
    const api = await start()
    const voice = await api.speak(audioUri(createWav(seconds)))
    await api.change({ voice, voiceConsent: true })
    return { ...api, voice }
  }

  it('is sent with its name, and shown to its owner', async () => {
    const { create, show, voice, mara } = await startSpoken()
    expect((await create()).status).toBe(200)
    expect(fal.task.input.audio_urls).toEqual([VOICE])
    expect(fal.task.input.prompt).toContain('image 3 is the place The pier, audio 1 is the voice of Mara.')
    expect((await show()).audio).toMatchObject({ id: voice, castId: mara })
  })

  it.each<[string, number, object, typeof VEO]>([
    ['if it is too long', 30.5, {}, SEEDANCE],
    ['if it is too short', 1, {}, SEEDANCE],
    ['without sound', 3, { generateAudio: false }, SEEDANCE],
    ['to a model that takes none', 3, { length: 4 }, VEO],
    ['if the prompt names somebody else', 3, { prompt: '@The pier', cast: 'pier' }, SEEDANCE],
    ['beside a first image', 3, { image: OWN }, SEEDANCE],
  ])('is not sent %s', async (_, seconds, input, model) => {
    // A voice of more than 30 seconds can't be uploaded, so its length is written into the table.
    const api = await startSpoken(Math.min(seconds, 30))
    await sql('update private.files set seconds = $2 where id = $1', [api.voice, seconds])
    const cast = 'cast' in input ? { cast: [api.pier] } : {}
    expect((await api.create({ ...input, ...cast }, model)).status).toBe(200)
    expect(JSON.stringify(fal.task.input)).not.toMatch(/audio_url|data:audio|voice/)
    expect((await api.show()).audio).toBeNull()
  })

  it('gives way to the voice of the request', async () => {
    const { create, speak, show } = await startSpoken()
    const other = audioUri(createWav(4))
    const audio = await speak(other)
    expect((await create({ audio })).body.message).toContain('Confirm that this is your own voice')
    expect((await create({ audio, voiceConsent: true })).status).toBe(200)
    expect(fal.task.input.audio_urls).toEqual([other])
    expect(fal.task.input.prompt).toContain(', audio 1 is the voice.')
    expect((await show()).audio).toMatchObject({ id: audio, castId: null })
  })
})
