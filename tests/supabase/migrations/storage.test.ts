import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createUser, type TestUser } from '../../harness/database.ts'
import { sql, supabase } from '../../support/server/suite.ts'
import { getClient } from './browser-client.ts'

let owner: TestUser
let stranger: TestUser
beforeAll(async () => {
  owner = await createUser(supabase)
  stranger = await createUser(supabase)
  await files('videos', 'server').upload(`${owner.id}/a.mp4`, new Uint8Array(1000), { contentType: 'video/mp4' })
})
afterEach(() => {
  vi.mocked(console.error).mockClear()
})

const files = (bucket: string, who: TestUser | 'server') => getClient(supabase, who).storage.from(bucket)

it('keeps the Storage buckets private, limited in size, and limited to our file types', async () => {
  expect(
    await sql(
      'select id, public, file_size_limit::int as limit, allowed_mime_types as types from storage.buckets order by id',
    ),
  ).toEqual([
    {
      id: 'images',
      public: false,
      limit: 10 * 1024 * 1024,
      types: ['image/jpeg', 'image/png', 'audio/mpeg', 'audio/wav'],
    },
    { id: 'videos', public: false, limit: 200 * 1024 * 1024, types: ['video/mp4', 'image/webp'] },
  ])
})

it.each([
  ['the owner', () => owner],
  ['a stranger', () => stranger],
])('lets %s read Storage files only through signed URLs', async (_name, who) => {
  const bucket = files('videos', who())
  const path = `${owner.id}/a.mp4`
  expect((await bucket.download(path)).error).not.toBeNull()
  expect((await bucket.createSignedUrl(path, 60)).error).not.toBeNull()
  expect((await bucket.list(owner.id)).data).toEqual([])
  expect(
    (await bucket.upload(`${who().id}/${randomUUID()}.mp4`, new Uint8Array(5), { contentType: 'video/mp4' })).error,
  ).not.toBeNull()
  expect(
    (await bucket.upload(path, new Uint8Array(5), { contentType: 'video/mp4', upsert: true })).error,
  ).not.toBeNull()
  await bucket.remove([path])
  const { data } = await files('videos', 'server').download(path)
  expect(data?.size).toBe(1000)
})

it('signs many file URLs in one call, even if one file is missing', async () => {
  const { data, error } = await files('videos', 'server').createSignedUrls(
    [`${owner.id}/a.mp4`, `${owner.id}/b.mp4`],
    60,
  )
  expect(error).toBeNull()
  expect(data).toMatchObject([
    { path: `${owner.id}/a.mp4`, error: null },
    { path: `${owner.id}/b.mp4`, error: expect.any(String), signedUrl: null },
  ])
  const response = await supabase.fetch(new Request(data?.[0]?.signedUrl ?? ''))
  expect((await response.arrayBuffer()).byteLength).toBe(1000)
  const person = await files('videos', owner).createSignedUrls([`${owner.id}/a.mp4`], 60)
  expect(person.data ?? []).toEqual(person.error ? [] : [expect.objectContaining({ signedUrl: null })])
})

it('limits a signed URL to its file and its expiry', async () => {
  const { data } = await files('videos', 'server').createSignedUrl(`${owner.id}/a.mp4`, 60)
  const url = data?.signedUrl ?? ''
  const get = (address: string) => supabase.fetch(new Request(address))
  expect((await get(url)).status).toBe(200)
  expect((await get(url.replace('/a.mp4', '/b.mp4'))).ok).toBe(false)
  expect((await get(url.replace(/token=.{10}/, 'token=AAAAAAAAAA'))).ok).toBe(false)
  vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] })
  expect((await get(url)).ok).toBe(false)
  vi.useRealTimers()
})

it.each([
  ['bytes=0-9', 206, 10, 'bytes 0-9/1000'],
  ['bytes=990-', 206, 10, 'bytes 990-999/1000'],
  ['bytes=-5', 206, 5, 'bytes 995-999/1000'],
  ['bytes=990-5000', 206, 10, 'bytes 990-999/1000'],
  ['bytes=1000-', 416, 0, 'bytes */1000'],
  ['items=0-9', 200, 1000, null],
])('answers a file request with Range %s with status %i', async (range, status, length, contentRange) => {
  const { data } = await files('videos', 'server').createSignedUrl(`${owner.id}/a.mp4`, 60)
  const response = await supabase.fetch(new Request(data?.signedUrl ?? '', { headers: { range } }))
  expect([response.status, (await response.arrayBuffer()).byteLength, response.headers.get('content-range')]).toEqual([
    status,
    length,
    contentRange,
  ])
})

it('names the downloaded file after the download parameter', async () => {
  const { data } = await files('videos', 'server').createSignedUrl(`${owner.id}/a.mp4`, 60, {
    download: 'ai-video-1.mp4',
  })
  const response = await supabase.fetch(new Request(data?.signedUrl ?? ''))
  expect(response.headers.get('content-disposition')).toContain('ai-video-1.mp4')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment/)
})
