// Stopping a job at a ComfyUI, which ends a run between two of its steps.
import { expect, it } from 'vitest'
import { comfyui } from '../../../../local/video-service/scripted/comfyui.ts'
import { readWorkflows, WORKFLOWS } from '../../../../vite/read-workflows.ts'
import { startApi } from '../../../harness/api.ts'
import { createUser, readBooks } from '../../../harness/database.ts'
import { cancelJob } from '../../../support/server/job.ts'
import { openService } from '../../../support/server/scripted-service.ts'
import { supabase } from '../../../support/server/suite.ts'

const workflows = await readWorkflows(WORKFLOWS)
const HELD = { available: 95, held: 5, captured: 0 }
const FREE = { available: 100, held: 0, captured: 0 }
const PAID = { available: 95, held: 0, captured: 5 }

const comfy = openService(comfyui)

async function startJob() {
  const [user, job] = [await createUser(supabase, 100), crypto.randomUUID()]
  const api = startApi(
    supabase,
    { VIDEO_PROVIDER: 'comfyui', VIDEO_API_URL: comfy.url, VIDEO_API_KEY: '', VIDEO_FILE_ORIGINS: '' },
    undefined,
    { workflows },
  )
  await api.create(user, job, {}, { path: '/generation/alibaba/wan-2-2', quoted: 5 })
  const poll = async () => {
    const { body } = await api.status(user, job)
    await api.waitUntilIdle()
    return body
  }
  return { stop: () => cancelJob(api, user, job), poll, booked: () => readBooks(supabase, user.id) }
}

it.each([
  ['in the queue', false],
  ['while it runs', true],
])('comes in time %s', async (_, isRunning) => {
  const { stop, booked } = await startJob()
  if (isRunning) comfy.run()
  expect((await stop()).body.data.outcome).toBe('stopped')
  expect(await booked()).toEqual(FREE)
})

it('comes too late for what is done', async () => {
  const { stop, poll, booked } = await startJob()
  comfy.run()
  comfy.finish()
  expect((await stop()).body.data.outcome).toBe('too_late')
  await poll()
  expect(await booked()).toEqual(PAID)
})

it.each([
  ['is stopped', () => {}, FREE],
  ['ends as a video', () => comfy.finish(), PAID],
])('says how long a step may go on, and holds the credits until the run %s', async (_, end, then) => {
  const { stop, poll, booked } = await startJob()
  comfy.run()
  // A step that goes on: the request is taken, and nothing ends.
  comfy.intercept.cancel = ({ path }) => (path === 'interrupt' ? new Response(null) : undefined)
  expect(await stop()).toMatchObject({
    status: 503,
    body: {
      code: 'cancel_pending',
      message:
        "The video service hasn't confirmed yet. We'll keep asking. A video that is being generated stops after its current step, which can take some minutes. If it cancels, your credits are returned; if not, you'll get your video.",
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
