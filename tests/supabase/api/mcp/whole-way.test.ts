// An agent's path from a prompt to a shared video, with the protocol's own client over HTTP. The tests use the protocol
// of 2025 with a session's token, and the protocol of 2026 with a personal key.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { readBooks } from '../../../harness/database.ts'
import { connectAgent, listen } from '../../../support/server/agent.ts'
import { createKey } from '../../../support/server/key.ts'
import { openFal } from '../../../support/server/scripted-service.ts'
import { setUp, supabase } from '../../../support/server/suite.ts'

const { fal, startFalJobApi } = openFal()

const KLING = { model: 'kling-1.6', credits: 20, prompt: 'Rain on a window' }

it.each(['legacy', 'auto'] as const)('generates, finds, and shares a video for an MCP client: %s', async (era) => {
  const { provider, user, ...api } = await setUp(100)
  const { caller } = await createKey(api, user)
  const { client, use } = await connectAgent(await listen(api), era === 'auto' ? caller : user, era)
  expect(client.getInstructions()).toContain('call quote first')

  const models = (await use('list_models')).data.models
  expect(models.map(({ id }: { id: string }) => id)).toContain('kling-1.6')
  expect(await use('quote', { model: 'kling-1.6', takes: 3 })).toMatchObject({
    say:
      era === 'auto'
        ? '3 videos cost 60 credits, 20 each. The account has 100, and this key can spend 500 more today. Call create_video with this price.'
        : '3 videos cost 60 credits, 20 each. The account has 100. Call create_video with this price.',
    data: { credits: 20, totalCredits: 60, balance: 100, keyLeft: era === 'auto' ? 500 : null, isEnough: true },
  })

  const idempotencyKey = randomUUID()
  const created = await use('create_video', { ...KLING, idempotencyKey })
  expect(created.data).toMatchObject({ jobId: idempotencyKey, status: 'waiting', credits: 20 })
  expect(created.text).toBe(JSON.stringify(created.data))
  expect(await use('wait_for_job', { jobId: idempotencyKey })).toMatchObject({
    say: expect.stringMatching(/^Still running after \d+ seconds. 20 credits are held. Call wait_for_job again/),
    data: { isFinished: false },
  })
  provider.finish()
  expect(await use('wait_for_job', { jobId: idempotencyKey })).toMatchObject({
    say: expect.stringContaining('The video is finished. 20 credits charged.'),
    data: { isFinished: true, job: { settlement: 'captured', videoUrl: expect.stringMatching(/^http/) } },
  })
  expect(await use('get_job', { jobId: idempotencyKey })).toMatchObject({ data: { job: { prompt: KLING.prompt } } })
  expect(await use('search_library', { q: 'RAIN', limit: 1 })).toMatchObject({
    say: '1 video.',
    data: { jobs: [{ id: idempotencyKey, credits: 20 }], nextCursor: null },
  })

  const { data: link } = await use('share_video', { jobId: idempotencyKey, days: 7, showsPrompt: true })
  const token = /^https:\/\/app\.example\/s\/([\w-]{22})$/.exec(link.url)?.[1]
  const { body } = await api.request('GET', `/api/shared/${token}`, null)
  expect(body.data).toMatchObject({ prompt: KLING.prompt, expiresAt: link.expiresAt })
  expect(await use('cancel_job', { jobId: idempotencyKey })).toMatchObject({ data: { outcome: 'already_finished' } })
  expect(await readBooks(supabase, user.id)).toEqual({ available: 80, held: 0, captured: 20 })
})

it('describes every MCP tool, its fields, and whether the tool changes something', async () => {
  const { user, ...api } = await setUp()
  const { client } = await connectAgent(await listen(api), user)
  const { tools } = await client.listTools()
  const hints = tools.map(({ name, annotations: { readOnlyHint, idempotentHint, destructiveHint } = {} }) => [
    name,
    readOnlyHint ? 'reads' : 'writes',
    idempotentHint ? 'can be repeated' : '',
    destructiveHint ? 'ends something' : '',
  ])
  expect(hints).toEqual([
    ['list_models', 'reads', '', ''],
    ['quote', 'reads', '', ''],
    ['create_video', 'writes', 'can be repeated', ''],
    ['get_job', 'reads', '', ''],
    ['wait_for_job', 'reads', '', ''],
    ['cancel_job', 'writes', 'can be repeated', 'ends something'],
    ['search_library', 'reads', '', ''],
    ['share_video', 'writes', '', ''],
    ['upload_image', 'writes', 'can be repeated', ''],
    ['list_cast', 'reads', '', ''],
    ['add_cast_member', 'writes', '', ''],
  ])
  const create = tools.find(({ name }) => name === 'create_video')
  expect(create?.inputSchema.required).toEqual(['idempotencyKey', 'model', 'credits'])
  expect(create?.description).toContain('`credits`, which are held now')
  for (const { description, outputSchema } of tools) {
    expect(description?.length).toBeGreaterThan(60)
    expect(outputSchema?.type).toBe('object')
  }
  const read = tools.find(({ name }) => name === 'get_job')?.outputSchema?.properties
  expect(read).toMatchObject({ job: { properties: { title: { description: expect.stringContaining('title') } } } })
})

it('starts one job and holds its price once, however often an agent repeats an idempotency key', async () => {
  const { provider, user, ...api } = await setUp(100)
  const { use } = await connectAgent(await listen(api), user)
  const idempotencyKey = randomUUID()
  const ask = () => use('create_video', { ...KLING, idempotencyKey })
  const answers = await Promise.all([ask(), ask(), ask(), ask(), ask()])
  expect(answers.map(({ data }) => data.jobId)).toEqual(answers.map(() => idempotencyKey))
  expect(provider.creates).toHaveLength(1)
  expect(await readBooks(supabase, user.id)).toEqual({ available: 80, held: 20, captured: 0 })
  provider.finish()
  await use('wait_for_job', { jobId: idempotencyKey })
  expect(await ask()).toMatchObject({ isError: false, data: { jobId: idempotencyKey } })
  expect(await use('create_video', { ...KLING, idempotencyKey, prompt: 'Snow' })).toMatchObject({
    isError: true,
    data: { code: 'key_mismatch', data: { settlement: 'captured' } },
  })
  expect(provider.creates).toHaveLength(1)
  expect(await readBooks(supabase, user.id)).toEqual({ available: 80, held: 0, captured: 20 })
})

it("sends an agent's choices to the provider, and sets the missing ones from the model and the key", async () => {
  const { provider, user, ...api } = await setUp(100)
  const { use } = await connectAgent(await listen(api), user)
  const idempotencyKey = `000003E9${randomUUID().toUpperCase().slice(8)}`
  const choices = { negativePrompt: 'people', duration: 8, sound: false }
  expect(await use('create_video', { ...KLING, idempotencyKey, ...choices })).toMatchObject({ isError: false })
  const [sent] = provider.creates
  expect(sent?.input).toMatchObject({ negativePrompt: 'people', length: 10 })
  const { data } = await use('get_job', { jobId: idempotencyKey })
  expect(data.job).toMatchObject({ id: idempotencyKey.toLowerCase(), hasSound: false, seed: 1 })
})

it("quotes an agent what a longer duration adds to a model's price", async () => {
  const { user, ...api } = await startFalJobApi(1000)
  const { use } = await connectAgent(await listen(api), user)
  expect(await use('quote', { model: 'seedance-2.5' })).toMatchObject({ data: { credits: 120 } })
  expect(await use('quote', { model: 'seedance-2.5', duration: 30 })).toMatchObject({ data: { credits: 600 } })
})

it('quotes and upscales a video for an agent, by the length of the source', async () => {
  const { user, job, waitUntilIdle, ...api } = await startFalJobApi(1000)
  const { use } = await connectAgent(await listen(api), user)
  const topaz = { model: 'topaz-upscale', kind: 'upscale' }
  expect(await use('quote', { ...topaz, duration: 8 })).toMatchObject({ data: { credits: 80 } })
  expect(await use('quote', { ...topaz, duration: 31 })).toMatchObject({ isError: true, data: { code: 'bad_request' } })
  await use('create_video', { model: 'wan-2.7', credits: 50, prompt: 'Rain on a window', idempotencyKey: job })
  fal.finish()
  await use('wait_for_job', { jobId: job })
  await waitUntilIdle()
  const source = { job, use: 'upscale' }
  const asked = { model: 'topaz-upscale', credits: 40, source, idempotencyKey: randomUUID() }
  expect(await use('create_video', asked)).toMatchObject({ isError: false, data: { credits: 40, status: 'waiting' } })
  expect(fal.creates.at(-1)).toMatchObject({ path: 'fal-ai/topaz/upscale/video' })
})
