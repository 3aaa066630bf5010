// Over real HTTP, every adapter gets the images of the members that a prompt names, and no other image of the cast. A model without
// references gets none. The price is that of the inputs with the images of the cast.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ScriptedService } from '../../../../local/video-service/scripted/service.ts'
import { PROVIDER_NAMES } from '../../../../supabase/functions/api/catalogue/provider-settings.ts'
import { startApi } from '../../../harness/api.ts'
import { createUser } from '../../../harness/database.ts'
import { SHOWN } from '../../../harness/wires/comfyui.ts'
import { WIRES } from '../../../harness/wires/wires.ts'
import { connectAgent, listen } from '../../../support/server/agent.ts'
import { FOURTH_MODEL } from '../../../support/server/fourth-model.ts'
import { pngDataUri } from '../../../support/server/image.ts'
import { openSuite } from '../../../support/server/open-suite.ts'

// The prices of planted models stay in this database.
const { supabase } = await openSuite()
const server = new ScriptedService()
beforeAll(() => server.open())
afterAll(() => server.close())
beforeEach(() => {
  server.sent.length = 0
})

const WIRE_OF = new Map(
  WIRES.map((wire) => [wire.open({ baseUrl: 'http://unused.test', apiKey: '', fetch }).name as string, wire]),
)
const CASES = PROVIDER_NAMES.flatMap((name) => {
  const sends = WIRE_OF.get(name)?.requests.adds.references !== undefined
  return [{ name, takes: 0 }, ...(sends ? [1, 2, 3].map((takes) => ({ name, takes })) : [])]
})

/** The version of the last catalogue. Only a higher one changes prices. */
let version = 1000

/** Builds a catalogue with one model of this provider, whose references add 30 to its price. `takes`: its limit of references. */
function plant(name: string, takes: number) {
  version += 1
  const video = { fps: 24, frameStep: 8, sizes: { '16:9': [1280, 704], '9:16': [704, 1280] } }
  const made = {
    durations: [10],
    ...(name === 'comfyui' || name === 'openai-server' ? { video } : {}),
    text: { path: 'text', accepts: [] },
    ...(takes > 0
      ? { references: { path: 'references', accepts: [], max: takes, roles: ['character', 'object'] } }
      : {}),
  }
  const adds = takes > 0 ? { adds: { references: 30 } } : {}
  return { version, models: [{ ...FOURTH_MODEL, ...adds, resolutions: [], providers: { [name]: made } }] }
}

/** The images of three members. */
const IMAGES = [300, 310, 320, 330, 340, 350, 360].map((width) => pngDataUri(width, 400))

/** Returns the places of the images in what the provider got. Throws for a picture or an address that isn't one of them. */
function readSent() {
  const sent = server.sent.map(({ body }) => body).join('\n')
  const found = IMAGES.flatMap((uri, place) => {
    const base64 = uri.slice(uri.indexOf(',') + 1)
    // A file in a form is read as text.
    const file = new TextDecoder().decode(Buffer.from(base64, 'base64'))
    return Array<number>(sent.split(base64).length + sent.split(file).length - 2).fill(place)
  })
  const pictures = sent.match(/iVBORw0KGgo|PNG\r\n|\/storage\/v1\//g) ?? []
  expect(pictures).toHaveLength(found.length)
  return found
}

it('has the responses of every adapter', () => {
  expect([...WIRE_OF.keys()].sort()).toEqual([...PROVIDER_NAMES].sort())
})

it.each(CASES)(
  '$name gets the images of the named member, of which its model takes $takes, at the price of references',
  async ({ name, takes }) => {
    const wire = WIRE_OF.get(name)
    if (!wire) throw new Error(`${name} has no entry in WIRES`)
    // Each job needs a task of its own.
    const [taskId = ''] = wire.taskId.split('/').slice(-1)
    server.intercept.any = async (sent) => {
      const answer = wire.created(sent)
      return new Response((await answer.text()).replaceAll(taskId, randomUUID()), answer)
    }
    const settings = {
      VIDEO_PROVIDER: name,
      VIDEO_API_URL: server.url,
      VIDEO_API_KEY: 'key',
      VIDEO_FILE_ORIGINS: server.url,
    }
    const { request, create } = startApi(supabase, settings, undefined, {
      models: plant(name, takes),
      workflows: SHOWN,
    })
    const user = await createUser(supabase, 1000)
    const ids: string[] = []
    for (const image of IMAGES) ids.push((await request('POST', '/api/images', user, { image })).body.data.id)
    const add = async (name: string, images: string[]) =>
      (await request('POST', '/api/cast', user, { kind: 'character', name, note: `The note of ${name}`, images })).body
        .data.id
    await add('Ben', ids.slice(0, 2))
    const mara = await add('Mara', ids.slice(2, 5))
    await add('The pier', ids.slice(5))
    const input = { prompt: '@Mara, not @Ben, on The pier', cast: [mara], length: 10 }
    const ask = (quoted: number) =>
      create(user, randomUUID(), input, { path: `/generation/${FOURTH_MODEL.path}`, quoted })
    const [price, other] = takes > 0 ? [75, 45] : [45, 75]
    expect((await ask(other)).body).toMatchObject({ code: 'price_changed', data: { price, settlement: 'none' } })
    expect((await ask(price)).status).toBe(200)
    expect(readSent()).toEqual([2, 3, 4].slice(0, takes))
    const sent = server.sent.map(({ body }) => body).join()
    expect(sent).toContain('Mara (The note of Mara), not @Ben, on The pier')
    expect(sent).not.toMatch(/note of (Ben|The pier)/)
  },
)

it('quotes an agent the price of a video with its cast', async () => {
  const settings = {
    VIDEO_PROVIDER: 'fal',
    VIDEO_API_URL: server.url,
    VIDEO_API_KEY: 'key',
    VIDEO_FILE_ORIGINS: server.url,
  }
  const user = await createUser(supabase, 1000)
  for (const [takes, price] of [
    [2, 75],
    [0, 45],
  ] as const) {
    const { use } = await connectAgent(
      await listen(startApi(supabase, settings, undefined, { models: plant('fal', takes) })),
      user,
    )
    const quote = async (given: object) => (await use('quote', { model: FOURTH_MODEL.id, ...given })).data.credits
    expect([await quote({ cast: true }), await quote({})]).toEqual([price, 45])
  }
})
