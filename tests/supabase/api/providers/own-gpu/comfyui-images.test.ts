// First and last frames, and references, at a ComfyUI server: which files are uploaded, and where the workflow names
// them.
import { describe, expect, it } from 'vitest'
import { comfyui } from '../../../../../local/video-service/scripted/comfyui.ts'
import { readWorkflows, WORKFLOWS } from '../../../../../vite/read-workflows.ts'
import { startApi } from '../../../../harness/api.ts'
import { createUser, readBooks } from '../../../../harness/database.ts'
import { pngDataUri } from '../../../../support/server/image.ts'
import { openService } from '../../../../support/server/scripted-service.ts'
import { supabase } from '../../../../support/server/suite.ts'

const workflows = await readWorkflows(WORKFLOWS)
const LTX = { path: '/generation/lightricks/ltx-2-3', quoted: 10 }
const BERNINI = { path: '/generation/bytedance/bernini-r', quoted: 10 }
const HELD = { available: 90, held: 10, captured: 0 }
const FREE = { available: 100, held: 0, captured: 0 }

const comfy = openService(comfyui)

async function start() {
  const api = startApi(
    supabase,
    { VIDEO_PROVIDER: 'comfyui', VIDEO_API_URL: comfy.url, VIDEO_API_KEY: '', VIDEO_FILE_ORIGINS: '' },
    undefined,
    { workflows },
  )
  const user = await createUser(supabase, 100)
  const job = crypto.randomUUID()
  /** Uploads images of these widths. Returns their IDs. */
  const upload = (...widths: number[]) =>
    Promise.all(
      widths.map(async (width) => {
        const { body } = await api.request('POST', '/api/images', user, { image: pngDataUri(width, 300) })
        return body.data.id as string
      }),
    )
  return {
    ...api,
    user,
    job,
    upload,
    make: (over: object, call: object) => api.create(user, job, { ...over }, call),
    makeFrom: async (widths: number[]) => {
      const references = (await upload(...widths)).map((image) => ({ role: 'character', image }))
      return api.create(user, job, { references }, BERNINI)
    },
    booked: () => readBooks(supabase, user.id),
    getInputs: async (id: string) => {
      const { body } = await api.request('GET', '/api/capabilities', null)
      return (body.data.models as { id: string; inputs: unknown }[]).find((model) => model.id === id)?.inputs
    },
  }
}

/** Returns the file that each LoadImage node of the last prompt names, by node. */
function getLoaded(): Record<string, unknown> {
  const nodes = Object.entries(comfy.task.input)
  return Object.fromEntries(
    nodes.flatMap(([id, { class_type, inputs }]) => (class_type === 'LoadImage' ? [[id, inputs.image]] : [])),
  )
}

/** Refuses uploads after this many were accepted. */
function refuseUploadAfter(taken: number): void {
  comfy.intercept.upload = () => (comfy.uploads.size >= taken ? new Response(null, { status: 400 }) : undefined)
}

describe('ComfyUI job with a first and a last frame', () => {
  it('offers a ComfyUI model with a last frame at no extra price and without extra files', async () => {
    const { getInputs } = await start()
    expect(await getInputs('ltx-2.3')).toEqual({ frames: { adds: 0, needsPrompt: false }, resolutions: [] })
    const files = ['ltx-2.3.json', 'ltx-2.3.frames.json'].map((file) =>
      [...new Set(JSON.stringify(workflows[file]).match(/[\w.-]+\.safetensors/g))].sort(),
    )
    expect(files[1]).toEqual(files[0])
  })

  it('uploads the first and the last frame to ComfyUI for their own nodes', async () => {
    const { make, upload, job, booked } = await start()
    const [first, last] = await upload(400, 500)
    expect((await make({ image: first, lastImage: last, aspectRatio: '9:16' }, LTX)).status).toBe(200)
    expect([...comfy.uploads.keys()]).toEqual([`soundreel/${job}.png`, `soundreel/${job}-last_image.png`])
    expect(getLoaded()).toEqual({ 20: `soundreel/${job}.png`, 23: `soundreel/${job}-last_image.png` })
    const graph = comfy.task.input
    // Follows each image from LoadImage through the crop and the preparation to the guide.
    expect(graph[21].inputs).toMatchObject({ image: ['20', 0], width: 704, height: 1280, crop: 'center' })
    expect(graph[24].inputs).toMatchObject({ image: ['23', 0], width: 704, height: 1280, crop: 'center' })
    expect(graph[26].inputs).toMatchObject({ image: ['22', 0], frame_idx: 0 })
    expect(graph[27].inputs).toMatchObject({ image: ['25', 0], frame_idx: -1 })
    expect(graph[7].inputs).toMatchObject({ width: 704, height: 1280, length: 121 })
    expect(await booked()).toEqual(HELD)
  })

  it('queues no ComfyUI job if the upload of the last frame is refused', async () => {
    const { make, upload, booked, log } = await start()
    const [first, last] = await upload(400, 500)
    refuseUploadAfter(1)
    expect(await make({ image: first, lastImage: last }, LTX)).toMatchObject({
      status: 503,
      body: {
        code: 'provider_unavailable',
        message:
          "A fault on our side kept this video from starting. You don't need to change anything. Please try again later. You weren't charged.",
        data: { settlement: 'released' },
      },
    })
    expect(comfy.uploads.size).toBe(1)
    expect(comfy.creates).toEqual([])
    expect(await booked()).toEqual(FREE)
    expect(JSON.stringify(log)).toContain('comfyui: 400')
  })
})

describe('ComfyUI job with references', () => {
  it('uploads the references to ComfyUI in order, each for its own node', async () => {
    const { makeFrom, job, booked } = await start()
    expect((await makeFrom([400, 500, 600, 700])).status).toBe(200)
    const names = [1, 2, 3, 4].map((place) => `soundreel/${job}-reference-${place}.png`)
    expect([...comfy.uploads.keys()]).toEqual(names)
    expect(getLoaded()).toEqual({ 16: names[0], 17: names[1], 18: names[2], 19: names[3] })
    const graph = comfy.task.input
    expect(graph[7].inputs).toMatchObject({
      'reference_images.reference_image_0': ['16', 0],
      'reference_images.reference_image_3': ['19', 0],
      width: 848,
      height: 480,
      length: 81,
    })
    expect(graph[5].inputs.text).toMatch(
      /^You are a helpful assistant specialized in subject-to-video generation\. Rain/,
    )
    expect(await booked()).toEqual(HELD)
  })
})

it.each([
  ['LTXVAddGuide', 'ltx-2.3', 'ltx-2.3.frames.json: ComfyUI is missing the node LTXVAddGuide.'],
  [
    'BerniniConditioning',
    'bernini-r',
    'bernini-r.json and bernini-r.references.json: ComfyUI is missing the node BerniniConditioning.',
  ],
])('names the workflows that lack the node %s at start', async (lacking, model, says) => {
  const graphs = Object.values(workflows) as Record<string, { class_type: string }>[]
  const names = graphs.flatMap((graph) => Object.values(graph).map(({ class_type }) => class_type))
  comfy.offers = Object.fromEntries(names.flatMap((name) => (name === lacking ? [] : [[name, { input: {} }]])))
  const { log, getInputs } = await start()
  await expect
    .poll(() => log.filter(({ message }) => message === 'video provider not ready').map(({ cause }) => cause))
    .toEqual([`${says} Update ComfyUI, or install the node.`])
  expect((await getInputs(model)) ?? null).toBeNull()
})
