// @vitest-environment node
import type { Account, ExportPage } from '@contract/account'
import { expect, it, vi } from 'vitest'
import { zipExport } from '@/features/account/export/export-zip'
import { failedJob, testJob } from '../../../support/app/jobs'
import { zipEntries } from '../../../support/zip-entries'

const ACCOUNT: Account = {
  name: 'Ada',
  email: 'ada@example.com',
  createdAt: '2026-01-01T00:00:00Z',
  credits: 7,
  videos: 2,
  images: 2,
  storedBytes: 0,
  sessions: [],
}
const key: ExportPage['keys'][number] = {
  id: 'k',
  name: 'Laptop',
  scope: 'read',
  lastFour: 'abcd',
  dailyLimit: 200,
  spentToday: 0,
  createdAt: '2026-11-01T00:00:00Z',
  expiresAt: '2026-12-01T00:00:00Z',
  isExpired: false,
  lastUsedAt: null,
}
const WEBHOOK = {
  id: 'w',
  url: 'https://hooks.example/jobs',
  createdAt: '2026-11-26T00:00:00Z',
  disabledAt: null,
  disabledReason: null,
}
const MEMBER: ExportPage['cast'][number] = {
  id: 'm',
  kind: 'character',
  name: 'Mara',
  note: 'A diver',
  images: [{ id: 'p', url: 'https://files.test/p.png?token=1' }],
  voice: { id: 'v', seconds: 3, url: 'https://files.test/v.wav?token=1' },
  createdAt: '2026-11-26T00:00:00Z',
}
const EMPTY: ExportPage = {
  jobs: [],
  transactions: [],
  signIns: [],
  images: [],
  keys: [],
  cast: [],
  webhooks: [],
  devices: [],
  nextCursor: null,
}
const voice = { id: 'v', usedAt: '', url: 'https://files.test/v.wav?token=1' }
const image = (id: string) => ({ id, usedAt: '', url: `https://files.test/${id}.png?token=1` })

function zip(pages: ExportPage[], fetchFile = async (path: string) => new Blob([`file ${path}`])) {
  const cursors: (string | null)[] = []
  const tried: number[] = []
  const abort = new AbortController()
  const made = zipExport(ACCOUNT, {
    readPage: async (cursor) => {
      cursors.push(cursor)
      const page = pages[cursors.length - 1]
      if (!page) throw new Error('the page is lost')
      return page
    },
    fetchFile: ({ path }) => fetchFile(path),
    onProgress: (number) => tried.push(number),
    signal: abort.signal,
  })
  return { ...made, cursors, tried, abort }
}

async function read(stream: ReadableStream<Uint8Array>) {
  const entries = zipEntries(Buffer.from(await new Response(stream).arrayBuffer()))
  return new Map(entries.map(({ name, content }) => [name, content.toString()]))
}

it('exports every video and image once, and one JSON file with all pages that names them', async () => {
  const reference = { id: 'p', role: 'style' as const, url: image('p').url, castId: null }
  const first = { ...reference, id: 'q', role: 'first' as const }
  const jobs = [
    testJob({
      id: 'a',
      poster: { url: 'https://files.test/a.webp?token=3', width: 640, height: 360 },
      imageUrl: 'https://files.test/a.jpg?token=2',
      images: [reference],
    }),
    testJob({ id: 'b', imageUrl: image('q').url, images: [first] }),
    failedJob({ id: 'c' }),
  ]
  const { stream, failed, cursors, tried } = zip([
    { ...EMPTY, jobs, nextCursor: 'two' },
    { ...EMPTY, signIns: [{ id: 's' }], nextCursor: 'three' },
    { ...EMPTY, images: [image('p'), image('q'), voice], nextCursor: 'four' },
    { ...EMPTY, cast: [MEMBER], nextCursor: 'five' },
    { ...EMPTY, keys: [key], webhooks: [WEBHOOK] },
  ])
  const files = await read(stream)
  expect([...files.keys()]).toEqual([
    'videos/a.mp4',
    'images/a.jpg',
    'videos/b.mp4',
    'images/p.png',
    'images/q.png',
    'images/v.wav',
    'account.json',
  ])
  expect(files.get('videos/b.mp4')).toBe('file videos/b.mp4')
  const data = JSON.parse(files.get('account.json') ?? '')
  expect(data).toMatchObject({
    profile: { name: 'Ada', email: 'ada@example.com', credits: 7 },
    jobs: [
      { id: 'a', video: 'videos/a.mp4', image: 'images/a.jpg', images: [{ id: 'p', file: 'images/p.png' }] },
      { id: 'b', video: 'videos/b.mp4', image: null, images: [{ id: 'q', file: 'images/q.png' }] },
      { id: 'c', video: null, prompt: expect.any(String) },
    ],
    signIns: [{ id: 's' }],
    cast: [{ id: 'm', name: 'Mara', note: 'A diver', images: ['images/p.png'], voice: 'images/v.wav' }],
    keys: [key],
    images: [{ id: 'p', file: 'images/p.png' }, { id: 'q' }, { id: 'v', file: 'images/v.wav' }],
    webhooks: [WEBHOOK],
    missingFiles: [],
  })
  expect(files.get('account.json')).not.toContain('token=')
  expect([failed, cursors, tried]).toEqual([[], [null, 'two', 'three', 'four', 'five'], [0, 1, 2, 3, 4, 5]])
})

it("lists export files that couldn't be fetched in a separate file", async () => {
  vi.stubGlobal('navigator', { onLine: true })
  const { stream, failed } = zip([{ ...EMPTY, jobs: [testJob({ id: 'a' }), testJob({ id: 'b' })] }], async (path) => {
    if (path.includes('b')) return new Blob(['b'])
    throw new Error('403')
  })
  const files = await read(stream)
  expect([...files.keys()]).toEqual(['videos/b.mp4', 'account.json', 'missing-files.txt'])
  expect(files.get('missing-files.txt')).toBe('videos/a.mp4\n')
  expect(failed).toEqual(['videos/a.mp4'])
})

it('fails the export without a partial file when a page is lost, the network is down, or the user cancels', async () => {
  await expect(read(zip([{ ...EMPTY, nextCursor: 'two' }]).stream)).rejects.toThrow('the page is lost')
  vi.stubGlobal('navigator', { onLine: false })
  const away = zip([{ ...EMPTY, jobs: [testJob()] }], async () => Promise.reject(new Error('away')))
  await expect(read(away.stream)).rejects.toThrow('The network is gone')
  const canceled = zip([{ ...EMPTY, jobs: [testJob()] }], async (path) => {
    canceled.abort.abort(new Error('enough'))
    return new Blob([path])
  })
  await expect(read(canceled.stream)).rejects.toThrow('enough')
})
