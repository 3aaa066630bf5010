// An agent adds a member to the cast, names it in a prompt, and pays the price that it was quoted.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { CAST_CHANGED } from '../../../../supabase/functions/_shared/contract/sentences.ts'
import { connectAgent, listen } from '../../../support/server/agent.ts'
import { EVERYTHING_BACK, MARA, startCastApi } from '../../../support/server/cast.ts'
import { createKey } from '../../../support/server/key.ts'
import { openFal } from '../../../support/server/scripted-service.ts'
import { setUp } from '../../../support/server/suite.ts'

setUp()
const { fal } = openFal()

async function start(scope = 'create') {
  const api = await startCastApi(fal)
  const { caller } = await createKey(api, api.user, { scope })
  return { ...api, use: (await connectAgent(await listen(api), caller)).use }
}

it('lists the cast for an agent, without addresses of its files', async () => {
  const { use, mara, pier } = await start('read')
  const listed = await use('list_cast')
  expect(listed.say).toMatch(/^The cast: @(The pier|Mara) \((place|character)\), @/)
  expect(listed.data.members).toHaveLength(2)
  expect(listed.data.members).toEqual(
    expect.arrayContaining([
      { id: mara, kind: 'character', name: 'Mara', note: 'A diver', images: 2, hasVoice: false },
      { id: pier, kind: 'place', name: 'The pier', note: '', images: 1, hasVoice: false },
    ]),
  )
  expect(listed.text).not.toMatch(/https?:/)
  const refused = await use('add_cast_member', { kind: 'style', name: 'Ink', images: [randomUUID()] })
  expect(refused).toMatchObject({ isError: true, data: { code: 'scope_too_small' } })
})

it('adds a member for an agent, quotes a video with it, and generates it', async () => {
  const { use, booked, show } = await start()
  const { imageId } = (await use('upload_image', { image: MARA })).data
  const added = await use('add_cast_member', { kind: 'character', name: 'Ada', note: '', images: [imageId] })
  expect(added).toMatchObject({ say: '@Ada is in the cast.', data: { member: { name: 'Ada', images: 1 } } })
  const cast = [added.data.member.id]
  const video = { model: 'seedance-2.5', prompt: '@Ada waves', cast }
  const { credits } = (await use('quote', { model: video.model, cast: true })).data
  const idempotencyKey = randomUUID()
  expect(await use('create_video', { ...video, credits, idempotencyKey })).toMatchObject({ isError: false })
  expect(fal.task.input).toMatchObject({ image_urls: [MARA], prompt: expect.stringContaining('Ada waves') })
  expect(await booked()).toMatchObject({ held: credits })
  expect((await use('get_job', { jobId: idempotencyKey })).data.job.cast).toEqual([
    { id: cast[0], name: 'Ada', currentName: 'Ada' },
  ])
  expect((await show(idempotencyKey)).inputKind).toBe('references')
})

it('tells an agent that a member has changed, and that a name is taken, and charges nothing', async () => {
  const { use, mara, remove, images, booked } = await start()
  const taken = await use('add_cast_member', { kind: 'style', name: 'MARA', images: images.slice(0, 1) })
  expect(taken).toMatchObject({ isError: true, data: { code: 'name_taken' } })
  await remove()
  const video = { model: 'seedance-2.5', prompt: '@Mara waves', cast: [mara], credits: 120 }
  expect(await use('create_video', { ...video, idempotencyKey: randomUUID() })).toMatchObject({
    isError: true,
    say: CAST_CHANGED,
    data: { code: 'cast_changed', data: { settlement: 'none' } },
  })
  expect([fal.creates, await booked()]).toEqual([[], EVERYTHING_BACK])
})
