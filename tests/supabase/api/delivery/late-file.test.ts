// A provider that reports a finished job before its file exists.
import { describe, expect, it } from 'vitest'
import { sendJson } from '../../../../local/video-service/scripted/response.ts'
import { getCode, startFinished } from '../../../support/server/delivery.ts'
import { FREE, HELD, PAID } from '../../../support/server/job.ts'

type Finished = Awaited<ReturnType<typeof startFinished>>

/** How the file can be late, each with the failure code of a job whose file never arrives. */
const LATE: [string, string, (api: Finished) => void][] = [
  ['no address', 'no_url', ({ provider }) => provider.finish('')],
  ['a missing file', 'missing_file', ({ provider }) => setFile(provider, () => new Response(null, { status: 404 }))],
  ['a response without a body', 'missing_file', ({ provider }) => setFile(provider, () => new Response(null))],
  ['an empty file', 'missing_file', ({ provider }) => setFile(provider, () => new Response(new Uint8Array(0)))],
]

function setFile(provider: Finished['provider'], file: () => Response): void {
  provider.intercept.file = file
}

/** The time between two polls in seconds. */
const STEP = 20

async function startLate(isLate: (api: Finished) => void) {
  const api = await startFinished()
  isLate(api)
  const pass = async (seconds: number) => {
    for (let left = seconds; left > 0; left -= STEP) {
      api.clock.now += Math.min(left, STEP) * 1000
      await api.poll()
    }
  }
  const come = () => {
    api.provider.intercept = {}
    api.provider.finish()
  }
  return { ...api, pass, come }
}

describe.each(LATE)('finished job with %s', (_, code, isLate) => {
  it.each([5, 30, 120])("delivers a finished job's video when its file arrives %i s late", async (seconds) => {
    const { poll, pass, come, booked, clock } = await startLate(isLate)
    expect(await poll()).toMatchObject({ status: 'processing', job: { settlement: 'held' } })
    await pass(seconds - 5)
    come()
    expect(await booked()).toEqual(HELD)
    clock.now += 5000
    await pass(80)
    expect(await poll()).toMatchObject({ status: 'succeed' })
    expect(await booked()).toEqual(PAID)
  })

  it('returns the credits after the file was missing for five minutes, and not earlier', async () => {
    const { poll, pass, booked, job } = await startLate(isLate)
    await poll()
    await pass(295)
    expect((await poll()).job).toMatchObject({ settlement: 'held', deliveryEndsInSeconds: 5 })
    await pass(5)
    expect((await poll()).job).toMatchObject({ settlement: 'released', failureCode: code })
    expect([await booked(), await getCode(job)]).toEqual([FREE, code])
  })
})

it("keeps the provider's status if no file URL came, so that the page shows the specified sentence", async () => {
  const { poll, pass } = await startLate(({ provider }) => provider.finish(''))
  await poll()
  await pass(300)
  expect(await poll()).toMatchObject({ status: 'succeed', generations: [{ url: '' }], job: { settlement: 'released' } })
})

it("counts the five minutes once, whether the file's URL or the file is missing", async () => {
  const { poll, pass, come, provider, job } = await startLate(({ provider }) => provider.finish(''))
  await poll()
  await pass(155)
  come()
  provider.intercept.file = () => sendJson({}, 404)
  await pass(145)
  await poll()
  expect(await getCode(job)).toBe('missing_file')
})
