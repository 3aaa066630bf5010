// What a ComfyUI lacks of the models that the catalogue makes on it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readWorkflows, WORKFLOWS } from '../../../../build/read-workflows.ts'
import { startApi } from '../../../support/server/api.ts'
import { ComfyServer } from '../../../support/server/comfyui.ts'
import { supabase } from '../../../support/server/suite.ts'

const workflows = await readWorkflows(WORKFLOWS)

let comfy: ComfyServer
beforeEach(async () => {
  comfy = new ComfyServer()
  await comfy.start()
})
afterEach(() => comfy.stop())

const start = () =>
  startApi(
    supabase,
    { VIDEO_PROVIDER: 'comfyui', VIDEO_API_URL: comfy.url, VIDEO_API_KEY: '', VIDEO_FILE_ORIGINS: '' },
    (request, send) => (request.url.startsWith(comfy.url) ? fetch(request) : send(request)),
    { workflows },
  )

/** Everything is answered by this. */
function answerWith(intercept: ComfyServer['intercept']): void {
  comfy.intercept = intercept
}

describe('at start', () => {
  const lacking = (log: { message: string; cause?: string }[]) =>
    log.filter(({ message }) => message === 'the video provider lacks something').map(({ cause }) => cause)

  it('the log names nodes and model files that are not there', async () => {
    const wan = workflows['wan-2.2.json'] as Record<string, { class_type: string }>
    const ltx = workflows['ltx-2.3.json'] as Record<string, { class_type: string }>
    const classes = [...Object.values(wan), ...Object.values(ltx)].map(({ class_type }) => class_type)
    comfy.objectInfo = Object.fromEntries(
      [...classes, 'LoadImage', 'LTXVPreprocess', 'LTXVImgToVideoInplace'].map((name) => [name, { input: {} }]),
    )
    delete comfy.objectInfo.Wan22ImageToVideoLatent
    comfy.objectInfo.VAELoader = { input: { required: { vae_name: ['COMBO', { options: ['other.safetensors'] }] } } }
    const { log } = start()
    await expect.poll(() => lacking(log)).toHaveLength(2)
    expect(lacking(log)).toContain(
      'wan-2.2.json and wan-2.2.image.json: ComfyUI has no node Wan22ImageToVideoLatent. Update ComfyUI, or install the node.',
    )
    expect(lacking(log)).toContain(
      'wan-2.2.json and wan-2.2.image.json: ComfyUI has no "wan2.2_vae.safetensors" for vae_name of VAELoader. It has: other.safetensors.',
    )
  })

  it.each([
    ['does not answer', () => comfy.stop(), /ComfyUI does not answer at http/],
    ['is no ComfyUI', () => answerWith((c) => c.html('<h1>Hi</h1>')), /is no ComfyUI, or needs another/],
  ])('the log says that it %s', async (_, breakIt, says) => {
    breakIt()
    const { log } = start()
    await expect.poll(() => lacking(log)).toEqual([expect.stringMatching(says)])
  })
})
