// Every part of the API reports the same reason for a failure. The provider's own words stay in the log.
import { describe, expect, it } from 'vitest'
import { sendJson } from '../../../../../local/video-service/scripted/response.ts'
import { FREE } from '../../../../support/server/job.ts'
import { setUp } from '../../../../support/server/suite.ts'

const ID = '0217e5f8a9c34'
const PERSON = `The input may contain real person. Request id: ${ID}`
const SENTENCE =
  "The video service's safety check found what may be a real person. Use an image that shows no real person, and don't name one in the prompt."

const OFFERED = "we offer a duration that it doesn't take, which is our fault"

describe('safety check refusal', () => {
  it('returns the credits at once after a safety refusal, with advice, and repeats the same response', async () => {
    const { create, request, provider, user, job, booked, log } = await setUp()
    provider.intercept.create = () =>
      sendJson({ message: 'Invalid', code: 'BAD_REQUEST', issues: [{ message: PERSON }] }, 400)
    for (const _ of ['first', 'again'])
      expect(await create(user, job)).toMatchObject({
        status: 422,
        body: {
          code: 'content_refused',
          message: `${SENTENCE} You weren't charged.`,
          data: { settlement: 'released' },
        },
      })
    expect(provider.creates).toHaveLength(1)
    expect(await booked()).toEqual(FREE)
    const { data } = (await request('GET', `/api/jobs/${job}`, user)).body
    expect(data).toMatchObject({ status: 'failed', failureCode: 'content_refused', failureReason: 'person' })
    expect(JSON.stringify(data)).not.toContain(ID)
    expect(log).toContainEqual(expect.objectContaining({ code: 'content_refused', cause: expect.stringContaining(ID) }))
  })

  it('returns the credits at the next status check after a late safety refusal, and logs the words', async () => {
    const { create, status, request, provider, clock, user, job, booked, log } = await setUp()
    await create(user, job)
    await status(user, job)
    clock.now += 5 * 60_000
    provider.fail(PERSON)
    const { body } = await status(user, job)
    expect(body).toMatchObject({
      status: 'failed',
      error: SENTENCE,
      generations: [{ failMsg: SENTENCE }],
      job: { failureCode: 'content_refused', settlement: 'released' },
    })
    expect(await booked()).toEqual(FREE)
    const { data } = (await request('GET', `/api/jobs/${job}`, user)).body
    expect(data).toMatchObject({ failureCode: 'content_refused', failureReason: 'person' })
    expect(JSON.stringify([body, data])).not.toContain(ID)
    const cause = `pollo: ${PERSON}`
    expect(log).toContainEqual(
      expect.objectContaining({ message: 'job failed', jobId: job, code: 'content_refused', cause }),
    )
  })
})

describe("failure in a provider's words", () => {
  const RAW = `Decoder broke on gpu7.internal:8188 (request_id=${ID}): {"stack": "x"}`
  const CLEAN = 'Decoder broke'

  it("shows a provider's failure to the user without IDs, hosts, and JSON, and logs all of it", async () => {
    const { create, status, request, provider, user, job, log } = await setUp()
    await create(user, job)
    provider.fail(RAW)
    const { body } = await status(user, job)
    const { data } = (await request('GET', `/api/jobs/${job}`, user)).body
    expect([body.generations[0].failMsg, body.error, data.failureReason]).toEqual(
      [CLEAN, CLEAN, CLEAN].map((text) => expect.stringContaining(text)),
    )
    expect(JSON.stringify([body, data])).not.toMatch(/0217|internal|stack/)
    expect(log).toContainEqual(expect.objectContaining({ message: 'job failed', jobId: job, cause: `pollo: ${RAW}` }))
  })

  it('removes IDs, hosts, and JSON from the reason of a refused create request', async () => {
    const { create, provider, user, job, log } = await setUp()
    provider.intercept.create = () => sendJson({ message: RAW, code: 'BAD_REQUEST' }, 400)
    const { body } = await create(user, job)
    expect(body).toMatchObject({ code: 'provider_rejected', message: expect.stringContaining(CLEAN) })
    expect(JSON.stringify(body)).not.toMatch(/0217|internal|stack/)
    expect(JSON.stringify(log)).toContain(ID)
  })

  it('says that a refused duration is our fault, and tells the operator', async () => {
    const { create, provider, user, job, booked, log } = await setUp()
    provider.intercept.create = () =>
      sendJson({ message: 'Invalid', code: 'BAD_REQUEST', issues: [{ message: 'Duration 5 is not supported' }] }, 400)
    expect(await create(user, job)).toMatchObject({
      status: 422,
      body: {
        code: 'provider_rejected',
        message: `The video service didn't accept this request (${OFFERED}). Change it and try again.`,
        data: { settlement: 'released' },
      },
    })
    expect(await booked()).toEqual(FREE)
    expect(log).toContainEqual(
      expect.objectContaining({ cause: expect.stringMatching(/Duration 5 is not supported.*npm run doctor/) }),
    )
  })
})
