// The whole API with a ComfyUI server as its provider, over real HTTP.
import { beforeEach, describe, expect, it } from 'vitest'
import { comfyui, nameSavedFile } from '../../../../local/video-service/scripted/comfyui.ts'
import { sendPage } from '../../../../local/video-service/scripted/response.ts'
import { readWorkflows, WORKFLOWS } from '../../../../vite/read-workflows.ts'
import { startApi } from '../../../harness/api.ts'
import { createUser, readBooks, type TestUser } from '../../../harness/database.ts'
import { cancelJob } from '../../../support/server/job.ts'
import { openService } from '../../../support/server/scripted-service.ts'
import { sql, supabase } from '../../../support/server/suite.ts'

const workflows = await readWorkflows(WORKFLOWS)
const WAN = { path: '/generation/alibaba/wan-2-2', quoted: 5 }
const HELD = { available: 95, held: 5, captured: 0 }
const FREE = { available: 100, held: 0, captured: 0 }
const PAID = { available: 95, held: 0, captured: 5 }

const comfy = openService(comfyui)
let user: TestUser
let job: string
beforeEach(async () => {
  user = await createUser(supabase, 100)
  job = crypto.randomUUID()
})

function start(settings: Record<string, string> = {}) {
  const api = startApi(
    supabase,
    { VIDEO_PROVIDER: 'comfyui', VIDEO_API_URL: comfy.url, VIDEO_API_KEY: '', VIDEO_FILE_ORIGINS: '', ...settings },
    undefined,
    { workflows },
  )
  return {
    ...api,
    make: (over = {}, call = {}) => api.create(user, job, over, { ...WAN, ...call }),
    poll: async () => {
      const { body } = await api.status(user, job)
      await api.waitUntilIdle()
      return body
    },
    stop: () => cancelJob(api, user, job),
    booked: () => readBooks(supabase, user.id),
  }
}

describe('video from ComfyUI', () => {
  it("generates a video under its job's ID from the filled-in workflow, and downloads it with the key", async () => {
    const { make, poll, booked } = start({ VIDEO_API_KEY: 'maker:secret' })
    expect((await make({ prompt: 'A fox', negativePrompt: 'text', seed: 7 })).body.data).toEqual({
      taskId: job,
      status: 'waiting',
      wait: 20,
    })
    const [sent] = comfy.creates
    expect([comfy.task.id, sent?.headers.authorization]).toEqual([job, `Basic ${btoa('maker:secret')}`])
    expect(sent?.input[5].inputs.text).toBe('A fox')
    expect(sent?.input[6].inputs.text).toBe('text')
    expect(sent?.input[7].inputs).toEqual({ vae: ['3', 0], width: 1280, height: 704, length: 121, batch_size: 1 })
    expect(sent?.input[8].inputs.seed).toBe(7)

    expect(await poll()).toMatchObject({ status: 'waiting', job: { ahead: 0, canCancel: true } })
    comfy.run()
    expect(await poll()).toMatchObject({ status: 'processing', job: { ahead: null, canCancel: true } })
    comfy.finish()
    await poll()
    expect(await poll()).toMatchObject({ status: 'succeed', job: { settlement: 'captured' } })
    const fetched = comfy.fetches.map(({ headers }) => headers.authorization)
    expect(fetched).toEqual([`Basic ${btoa('maker:secret')}`])
    expect(await booked()).toEqual(PAID)
  })

  it.each([
    ['VIDEO_API_KEY', 'Jürgen:pässwört 鍵', ''],
    ['VIDEO_API_KEY with decomposed letters', 'Ju\u0308rgen:pa\u0308sswo\u0308rt 鍵', ''],
    ['the URL', '', 'Jürgen:pässwört 鍵@'],
  ])('sends a non-ASCII password to ComfyUI with each request, from %s', async (_, key, inAddress) => {
    const url = new URL(comfy.url)
    const { make, poll, booked } = start({
      VIDEO_API_KEY: key,
      VIDEO_API_URL: `${url.protocol}//${inAddress}${url.host}/`,
    })
    await make()
    comfy.run()
    comfy.finish()
    await poll()
    expect(await booked()).toEqual(PAID)
    const seen = new Set(comfy.sent.map(({ headers }) => headers.authorization))
    expect([...seen]).toEqual([`Basic ${Buffer.from('Jürgen:pässwört 鍵').toString('base64')}`])
  })

  it("shows how many jobs are ahead in ComfyUI's queue", async () => {
    const { make, poll } = start()
    const other = await createUser(supabase, 100)
    for (const state of ['running', 'waiting'] as const) {
      const { body } = await start().create(other, crypto.randomUUID(), {}, WAN)
      Object.assign(comfy.tasks.get(body.data.taskId) ?? {}, { state })
    }
    await make()
    expect(await poll()).toMatchObject({ job: { ahead: 2 } })
  })

  it.each([
    ['videos', { 11: nameSavedFile('videos', 'one.mp4') }],
    [
      'gifs, after a preview image',
      { 9: nameSavedFile('images', 'frame.png', 'temp'), 11: nameSavedFile('gifs', 'one.mp4') },
    ],
  ])("finds the video in ComfyUI's outputs under %s", async (_, outputs) => {
    const { make, poll, booked } = start()
    await make()
    comfy.run()
    comfy.finish(null, { outputs })
    await poll()
    expect(await booked()).toEqual(PAID)
  })
})

describe('job with a lost create response', () => {
  it('finds a job with a lost create response by its ID, and never sends the job again', async () => {
    const { make, poll, booked } = start()
    comfy.intercept.create = (_, pass) => pass().then(() => sendPage(502))
    expect((await make()).body.data).toEqual({ taskId: job, status: 'waiting', wait: 20 })
    comfy.run()
    expect(await poll()).toMatchObject({ status: 'processing' })
    comfy.finish()
    await poll()
    expect(await booked()).toEqual(PAID)
    expect(comfy.creates).toHaveLength(1)
  })

  it.each([
    ['generated', false, PAID],
    ['never generated', true, FREE],
  ])('settles a job in the sweep after the server stopped during its create request: %s', async (_, isLost, books) => {
    const { make, sweep, clock, booked } = start()
    if (isLost) comfy.intercept.create = () => sendPage(502)
    await make()
    // A server that dies doesn't record the task.
    await sql('update private.provider_tasks set provider_task_id = null where job_id = $1', [job])
    await sql(`update public.jobs set status = 'submitted' where id = $1`, [job])
    if (!isLost) {
      comfy.run()
      comfy.finish()
    }
    for (const _check of [1, 2]) {
      clock.now += 3 * 60_000
      await sweep()
    }
    expect(await booked()).toEqual(books)
    expect([comfy.creates.length, comfy.tasks.size]).toEqual([1, isLost ? 0 : 1])
  })

  it('lets the user cancel a job with a lost create response again, once the job is found', async () => {
    const { make, poll } = start()
    await make()
    await sql('update private.provider_tasks set provider_task_id = null where job_id = $1', [job])
    await sql(`update public.jobs set status = 'unknown' where id = $1`, [job])
    expect(await poll()).toMatchObject({ status: 'waiting', job: { canCancel: true } })
  })

  it.each<[string, () => Response]>([
    ['a 502 page', () => sendPage(502)],
    ['a 500 with a refusal', () => Response.json({ error: 'no room', node_errors: {} }, { status: 500 })],
  ])('returns the credits when the queue does not list the job, not after %s', async (_, answer) => {
    const { make, poll, clock, booked } = start()
    comfy.intercept.create = answer
    await make()
    expect(await poll()).toMatchObject({ job: { settlement: 'held' } })
    clock.now += 10_000
    expect(await poll()).toMatchObject({ status: 'failed', job: { settlement: 'released', failureCode: 'forgotten' } })
    expect(await booked()).toEqual(FREE)
  })
})

it('returns the credits of a job that ComfyUI loses only if it lists the job nowhere for 10 s without a break', async () => {
  const { make, poll, clock, booked } = start()
  await make()
  comfy.run()
  await poll()
  const { task } = comfy
  for (const isListed of [false, true, false]) {
    if (isListed) comfy.tasks.set(task.id, task)
    else comfy.tasks.clear()
    clock.now += 6000
    await poll()
  }
  expect(await booked()).toEqual(HELD)
  clock.now += 10_000
  expect(await poll()).toMatchObject({ status: 'failed', job: { failureCode: 'forgotten' } })
  expect(await booked()).toEqual(FREE)
})

describe('ComfyUI server that rejects our request', () => {
  it.each<[string, () => Response, string]>([
    ['a 400 page', () => sendPage(400), '400 with a web page'],
    ['a 405 page', () => sendPage(405), '405 with a web page'],
    [
      'a missing node',
      () =>
        Response.json(
          { error: { type: 'invalid_prompt', message: "Node 'Wan22' not found." }, node_errors: {} },
          { status: 400 },
        ),
      "ComfyUI refused the workflow wan-2.2.json: Node 'Wan22' not found.",
    ],
  ])('returns the credits at once, and reports the rejected request to the operator: %s', async (_, answer, words) => {
    const { make, booked } = start()
    comfy.intercept.create = answer
    expect(await make()).toMatchObject({ body: { code: 'provider_unavailable', data: { settlement: 'released' } } })
    expect(await booked()).toEqual(FREE)
    expect(await sql('select refuses, words from private.refusing_providers where provider = $1', ['comfyui'])).toEqual(
      [{ refuses: 'request', words }],
    )
  })
})

describe('slow ComfyUI server', () => {
  it("keeps a job's credits held if ComfyUI is slow to list the job", async () => {
    const { make, poll, clock, booked } = start()
    await make()
    comfy.intercept.status = () => Response.json({ queue_running: [], queue_pending: [] })
    await poll()
    comfy.intercept = {}
    clock.now += 10_000
    await poll()
    comfy.intercept.status = () => Response.json({ queue_running: [], queue_pending: [] })
    expect(await poll()).toMatchObject({ job: { settlement: 'held' } })
    expect(await booked()).toEqual(HELD)
  })
})

describe('failed ComfyUI job', () => {
  it.each([
    ["the node's reason", 'Invalid sampler', { node_type: 'KSampler' }, 'KSampler: Invalid sampler'],
    [
      'advice after the GPU ran out of memory',
      'Allocation on device',
      { exception_type: 'torch.OutOfMemoryError' },
      'The GPU ran out of memory. Try a shorter or smaller video.',
    ],
  ])('shows %s for a failed ComfyUI job', async (_, reason, error, failMsg) => {
    const { make, poll, booked } = start()
    await make()
    comfy.run()
    comfy.fail(reason, error)
    expect(await poll()).toMatchObject({ status: 'failed', generations: [{ failMsg }] })
    expect(await booked()).toEqual(FREE)
  })

  it('names the node in the log if the workflow is refused', async () => {
    const { make, booked, log } = start()
    const node = { class_type: 'UNETLoader', errors: [{ message: 'Value not in list', details: 'unet_name: wan' }] }
    const error = { type: 'prompt_outputs_failed_validation', message: 'Prompt outputs failed validation' }
    comfy.intercept.create = () => Response.json({ error, node_errors: { 1: node } }, { status: 400 })
    expect(await make()).toMatchObject({ body: { code: 'provider_unavailable', data: { settlement: 'released' } } })
    expect(JSON.stringify(log)).toContain('node 1 (UNETLoader): Value not in list unet_name: wan')
    expect(await booked()).toEqual(FREE)
  })
})

describe('cancel request at ComfyUI', () => {
  it.each([
    ['in the queue', false],
    ['while it runs', true],
  ])('cancels a ComfyUI job %s, and returns the credits', async (_, isRunning) => {
    const { make, stop, booked } = start()
    await make()
    if (isRunning) comfy.run()
    expect((await stop()).body.data.outcome).toBe('stopped')
    expect(await booked()).toEqual(FREE)
  })

  it.each([
    ['is canceled', () => {}, FREE],
    ['ends as a video', () => comfy.finish(), PAID],
  ])('reports a slow cancel request to ComfyUI, and holds the credits until the run %s', async (_, end, then) => {
    const { make, stop, poll, booked } = start()
    await make()
    comfy.run()
    // ComfyUI accepts the request, but the current step continues.
    comfy.intercept.cancel = ({ path }) => (path === 'interrupt' ? new Response(null) : undefined)
    expect(await stop()).toMatchObject({
      status: 503,
      body: {
        code: 'cancel_pending',
        message:
          "We asked the video service to cancel. This can take a few minutes. If it cancels, your credits are returned. If not, you'll get your video.",
      },
    })
    expect(await poll()).toMatchObject({ status: 'processing' })
    expect(await booked()).toEqual(HELD)
    comfy.intercept = {}
    end()
    await poll()
    await poll()
    expect(await booked()).toEqual(then)
  })
})
