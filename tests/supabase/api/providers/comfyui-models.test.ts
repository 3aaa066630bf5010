// Models of the catalogue that a ComfyUI server can't run.
import { beforeEach, describe, expect, it } from 'vitest'
import { comfyui } from '../../../../local/video-service/scripted/comfyui.ts'
import { readWorkflows, WORKFLOWS } from '../../../../vite/read-workflows.ts'
import { ADDRESS_HEADER, startApi } from '../../../harness/api.ts'
import { createUser, readBooks, readRows } from '../../../harness/database.ts'
import { openService } from '../../../support/server/scripted-service.ts'
import { sql, supabase } from '../../../support/server/suite.ts'

const workflows = await readWorkflows(WORKFLOWS)

const comfy = openService(comfyui)
beforeEach(async () => {
  // Other test files of this worker leave such records.
  await sql('delete from private.refusing_providers')
})

const start = () =>
  startApi(
    supabase,
    { VIDEO_PROVIDER: 'comfyui', VIDEO_API_URL: comfy.url, VIDEO_API_KEY: '', VIDEO_FILE_ORIGINS: '' },
    undefined,
    { workflows },
  )

/** Makes the server return this response to every request. */
function answerWith(body: string, status = 200, type = 'text/html'): void {
  comfy.intercept.any = () => new Response(body, { status, headers: { 'content-type': type } })
}

const lacking = (log: { message: string; cause?: string }[]) =>
  log.filter(({ message }) => message === 'video provider not ready').map(({ cause }) => cause)

/** Gives the server every node and file of the workflows. */
function haveEverything(): void {
  const graphs = Object.values(workflows) as Record<string, { class_type: string }>[]
  const names = graphs.flatMap((graph) => Object.values(graph).map(({ class_type }) => class_type))
  comfy.offers = Object.fromEntries(names.map((name) => [name, { input: {} }]))
}

/** The node lists the VAE of Bernini-R, but not that of Wan 2.2. */
const OTHER_VAE = { input: { required: { vae_name: ['COMBO', { options: ['Wan2_1_VAE_bf16.safetensors'] }] } } }
const NO_VAE =
  'wan-2.2.json and wan-2.2.image.json: ComfyUI is missing "wan2.2_vae.safetensors" (VAELoader, vae_name). Available: Wan2_1_VAE_bf16.safetensors.'
const NO_NODE =
  'wan-2.2.json and wan-2.2.image.json: ComfyUI is missing the node Wan22ImageToVideoLatent. Update ComfyUI, or install the node.'

it.each([
  ['does not respond', () => comfy.close(), /ComfyUI is not responding at http/],
  ['is another kind of server', () => answerWith('<h1>Hi</h1>'), /Check that it is a ComfyUI server/],
])('logs at start that the ComfyUI server %s', async (_, breakIt, says) => {
  await breakIt()
  const { log } = start()
  await expect.poll(() => lacking(log)).toEqual([expect.stringMatching(says)])
})

it('summarizes the missing ComfyUI nodes in the log when every node is missing', async () => {
  const { log } = start()
  await expect.poll(() => lacking(log)).toHaveLength(10)
  expect(lacking(log)).toContainEqual(
    'ltx-2.3.json, ltx-2.3.image.json, ltx-2.3.frames.json, wan-2.2.json, wan-2.2.image.json, bernini-r.json, and bernini-r.references.json: ComfyUI is missing the nodes CLIPTextEncode, CreateVideo, and SaveVideo. Update ComfyUI, or install them.',
  )
})

describe('model with missing ComfyUI files or nodes', () => {
  const open = () => {
    const api = start()
    return {
      ...api,
      /** Returns the kinds of input for each offered model. */
      offered: async () => {
        const { body } = await api.request('GET', '/api/capabilities', null)
        type Model = { id: string; makesFrom: { text: boolean; image: boolean } }
        return Object.fromEntries((body.data.models as Model[]).map(({ id, makesFrom }) => [id, makesFrom]))
      },
      faults: async () => {
        const call = { headers: { [ADDRESS_HEADER]: '203.0.113.1' } }
        const { body } = await api.request('GET', '/api/admin/status?password=soundreel-local', null, undefined, call)
        return body.data.faults
      },
    }
  }
  const BOTH = { text: true, image: true }
  const TEXT = { text: true, image: false }

  it('hides a model with missing ComfyUI parts, and names the parts in the log and to the administrator', async () => {
    haveEverything()
    delete comfy.offers.Wan22ImageToVideoLatent
    comfy.offers.VAELoader = OTHER_VAE
    const { offered, faults, log } = open()
    expect(await offered()).toEqual({ 'ltx-2.3': BOTH, 'bernini-r': TEXT })
    expect(lacking(log)).toHaveLength(2)
    expect(lacking(log)).toEqual(expect.arrayContaining([NO_VAE, NO_NODE]))
    const told = await faults()
    expect(Object.keys(told)).toEqual(['Wan 2.2'])
    expect(told['Wan 2.2']).toContain(NO_VAE)
    expect(told['Wan 2.2']).toContain(NO_NODE)
  })

  it('refuses a job for a model with missing ComfyUI parts before it holds credits', async () => {
    haveEverything()
    comfy.offers.VAELoader = OTHER_VAE
    const { offered, create } = open()
    await offered()
    const user = await createUser(supabase, 100)
    const answer = await create(user, crypto.randomUUID(), {}, { path: '/generation/alibaba/wan-2-2', quoted: 5 })
    expect(answer.body).toMatchObject({
      code: 'unknown_model',
      message: "This model isn't available. Choose another one.",
    })
    expect(await readBooks(supabase, user.id)).toEqual({ available: 100, held: 0, captured: 0 })
    expect(await readRows(supabase, 'select 1 from public.jobs where user_id = $1', [user.id])).toEqual([])
    expect(comfy.creates).toEqual([])
  })

  it('offers a model only from a prompt if just its image workflow has missing ComfyUI parts', async () => {
    haveEverything()
    delete comfy.offers.LTXVImgToVideoInplace
    const { offered } = open()
    expect(await offered()).toEqual({ 'ltx-2.3': TEXT, 'wan-2.2': BOTH, 'bernini-r': TEXT })
  })

  it('offers a model again 30 s after its missing files are there, and hides it while ComfyUI is down', async () => {
    haveEverything()
    comfy.offers.VAELoader = OTHER_VAE
    const { offered, faults, clock, log } = open()
    expect(Object.keys(await offered())).toEqual(['ltx-2.3', 'bernini-r'])
    answerWith('<h1>502</h1>', 502)
    for (const _ of ['still', 'still']) {
      clock.now += 30_001
      expect(Object.keys(await offered())).toEqual(['ltx-2.3', 'bernini-r'])
    }
    expect(await faults()).toEqual({ comfyui: expect.stringContaining('returned 502'), 'Wan 2.2': NO_VAE })
    comfy.intercept = {}
    haveEverything()
    expect(Object.keys(await offered())).toEqual(['ltx-2.3', 'bernini-r'])
    clock.now += 30_001
    expect(Object.keys(await offered())).toEqual(['ltx-2.3', 'wan-2.2', 'bernini-r'])
    expect(await faults()).toEqual({})
    expect(lacking(log)).toHaveLength(2)
  })

  it('shows models with missing ComfyUI parts if no other model would be left', async () => {
    const { offered, faults, create } = open()
    expect(Object.keys(await offered())).toEqual(['ltx-2.3', 'wan-2.2', 'bernini-r'])
    expect(Object.keys(await faults())).toEqual(['LTX-2.3', 'Wan 2.2', 'Bernini-R'])
    comfy.intercept.any = () => comfyui.refuse(400, 'Cannot execute')
    await create(
      await createUser(supabase, 100),
      crypto.randomUUID(),
      {},
      { path: '/generation/alibaba/wan-2-2', quoted: 5 },
    )
    expect((await faults()).comfyui).toMatch(
      /^comfyui refused our request's address, model, or form at \S+Z, and has accepted no job since\. It said: ComfyUI refused the workflow wan-2\.2\.json: Cannot execute$/,
    )
  })
})
