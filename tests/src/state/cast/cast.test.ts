import type { CastMember } from '@contract/cast'
import { expect, it, vi } from 'vitest'
import { ApiError } from '@/lib/http/api-error'
import { getCastStatus, getCastStore } from '@/state/cast/cast'
import { getSessionStore } from '@/state/session/session'
import { createFakeServices } from '../../../support/app/fake-services'

const member = (name: string, url = 'https://files.test/1'): CastMember => ({
  id: name,
  kind: 'character',
  name,
  note: '',
  images: [{ id: `${name}-image`, url }],
  voice: null,
  createdAt: '2026-11-20T09:00:00.000Z',
})

/** Opens a store for a user. Each read waits for its `answer`. */
function open() {
  const { services, api } = createFakeServices()
  const answers: ((members: CastMember[]) => void)[] = []
  api.request.mockImplementation(
    () =>
      new Promise((done) => {
        answers.push((members) => done({ success: true, message: '', data: { members } }))
      }),
  )
  const session = getSessionStore(services)
  session.saveLocalUser({ id: 'one', email: 'one@site.test', name: 'One', avatar: '' } as never)
  const store = getCastStore(services)
  const getNames = () => store.get().members?.map(({ name }) => name) ?? null
  return { api, answers, session, store, getNames }
}

it('keeps the last answer during a read and after a failed one', async () => {
  const { api, answers, store, getNames } = open()
  expect(getCastStatus(store.get())).toBe('loading')
  const first = store.load()
  answers[0]?.([member('Mara')])
  await first
  expect(getNames()).toEqual(['Mara'])
  api.request.mockRejectedValueOnce(new ApiError({ status: 503, code: 'unavailable', message: '' }))
  const second = store.load()
  expect(getNames()).toEqual(['Mara'])
  expect(await second).toBeNull()
  expect([getNames(), getCastStatus(store.get())]).toEqual([['Mara'], 'ready'])
})

it('forgets the cast of another user, and the answer to their read', async () => {
  const { answers, session, store, getNames } = open()
  const first = store.load()
  answers[0]?.([member('Mara')])
  await first
  const late = store.load()
  session.saveLocalUser({ id: 'two', email: 'two@site.test', name: 'Two', avatar: '' } as never)
  session.leave()
  expect(getNames()).toBeNull()
  answers[1]?.([member('Mara')])
  expect(await late).toBeNull()
  expect(getNames()).toBeNull()
  expect(await store.load()).toBeNull()
})

it('keeps a change that a running read may not contain', async () => {
  const { answers, store, getNames } = open()
  const first = store.load()
  answers[0]?.([member('Mara')])
  await first
  const second = store.load()
  store.change((members) => [member('Ben'), ...members])
  answers[1]?.([member('Mara')])
  expect(await second).toBeNull()
  expect(getNames()).toEqual(['Ben', 'Mara'])
})

it("keeps an image's address until shortly before it ends, so that the image isn't loaded again", async () => {
  vi.useFakeTimers()
  const { answers, store } = open()
  const read = async (url: string) => {
    const done = store.load()
    answers.at(-1)?.([member('Mara', url)])
    await done
    return store.get().members?.[0]?.images[0]?.url
  }
  expect(await read('https://files.test/a')).toBe('https://files.test/a')
  expect(await read('https://files.test/b')).toBe('https://files.test/a')
  vi.setSystemTime(Date.now() + 51 * 60 * 1000)
  expect(await read('https://files.test/c')).toBe('https://files.test/c')
  vi.useRealTimers()
})
