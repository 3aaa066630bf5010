// The poster that a server draws at delivery, if it can decode.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { PEAKS } from '../../../../supabase/functions/_shared/contract/fields.ts'
import type { DrawPreview } from '../../../../supabase/functions/api/services/previews/previews.ts'
import { startApi } from '../../../harness/api.ts'
import { createUser } from '../../../harness/database.ts'
import { createWebp, toDataUri } from '../../../support/server/poster.ts'
import { setUp, supabase } from '../../../support/server/suite.ts'

setUp()

const peaks = new Array<number>(PEAKS).fill(50)

async function deliver(drawPreview: DrawPreview) {
  const api = startApi(supabase, {}, undefined, { drawPreview })
  const [user, job] = [await createUser(supabase, 100), randomUUID()]
  await api.create(user, job)
  api.provider.finish()
  const { body } = await api.status(user, job)
  return { ...api, user, job, finished: body.finished }
}

describe('a server that can decode', () => {
  it('stores poster and peaks with the delivery, so that the first answer has them', async () => {
    const paths: string[] = []
    const { finished, request, user, job } = await deliver(async (path) => {
      paths.push(path)
      return { poster: createWebp(640, 360), peaks }
    })
    expect(paths).toEqual([expect.stringMatching(new RegExp(`^${job}/.*\\.mp4$`))])
    expect(finished).toMatchObject({ status: 'succeeded', poster: { width: 640, height: 360 }, peaks })
    await request('POST', `/api/jobs/${job}/preview`, user, { poster: toDataUri(createWebp(320, 180)), peaks: [] })
    const { data } = (await request('GET', `/api/jobs/${job}`, user)).body
    expect(data).toMatchObject({ poster: { width: 640 }, peaks })
  })

  it.each<[string, DrawPreview]>([
    ['nothing', async () => ({ poster: null, peaks: null })],
    ['no WebP', async () => ({ poster: new Uint8Array([1, 2, 3]), peaks: null })],
    ['another shape', async () => ({ poster: createWebp(640, 640), peaks: null })],
    [
      'a failure',
      async () => {
        throw new Error('no decoder')
      },
    ],
  ])('delivers the video all the same if it draws %s', async (_what, drawPreview) => {
    const { finished } = await deliver(drawPreview)
    expect(finished).toMatchObject({ status: 'succeeded', settlement: 'captured', poster: null })
  })
})
