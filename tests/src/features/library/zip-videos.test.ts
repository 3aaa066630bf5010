// @vitest-environment node
import { expect, it } from 'vitest'
import { zipVideos } from '@/features/library/download/zip-videos'
import { zipEntries } from '../../../support/zip-entries'

const AT = '2026-11-20T09:00:00.000000Z'
const video = (id: string) => ({ id, createdAt: AT, title: '', prompt: id === 'c' ? 'A PIER' : 'A pier' })

async function getEntries(stream: ReadableStream<Uint8Array>) {
  const file = Buffer.from(await new Response(stream).arrayBuffer())
  return zipEntries(file).map(({ name, content }) => ({ name, content: content.toString() }))
}

function zip(ids: string[], fetchFile: (id: string) => Promise<Blob>, signal = new AbortController().signal) {
  const tried: number[] = []
  const videos = ids.map((id) => video(id))
  const made = zipVideos(videos, { fetchFile: ({ id }) => fetchFile(id), onProgress: (n) => tried.push(n), signal })
  return { ...made, tried }
}

it('stores each video in the ZIP file under its title or prompt, made unique for disks that ignore case', async () => {
  const { stream, failed, tried } = zip(['a', 'b', 'c'], async (id) => new Blob([`video ${id}`]))
  expect(await getEntries(stream)).toEqual([
    { name: 'A pier.mp4', content: 'video a' },
    { name: 'A pier 2.mp4', content: 'video b' },
    { name: 'A PIER 3.mp4', content: 'video c' },
  ])
  expect([failed, tried]).toEqual([[], [0, 1, 2]])
})

it("leaves a video out of the ZIP file that couldn't be fetched, and names it", async () => {
  const { stream, failed } = zip(['a', 'b', 'c'], async (id) => {
    if (id === 'b') throw new Error('403')
    return new Blob([id])
  })
  expect((await getEntries(stream)).map(({ content }) => content)).toEqual(['a', 'c'])
  expect(failed).toEqual([video('b')])
})

it("fetches the ZIP file's videos one after another, as the file is written", async () => {
  const asked: string[] = []
  const { stream } = zip(['a', 'b'], async (id) => {
    asked.push(id)
    return new Blob(['x'.repeat(100_000)])
  })
  const reader = stream.getReader()
  await reader.read()
  expect(asked).toEqual(['a'])
  // The library passes the reason of the cancellation on.
  await reader.cancel(new Error('enough')).catch(() => undefined)
})

it('fails the ZIP file when no video can be fetched, or when it is canceled', async () => {
  const none = zip(['a', 'b'], async () => Promise.reject(new Error('403')))
  await expect(getEntries(none.stream)).rejects.toThrow('None of the videos')
  const abort = new AbortController()
  const stopped = zip(
    ['a', 'b'],
    async () => {
      abort.abort(new Error('stopped'))
      return new Blob(['a'])
    },
    abort.signal,
  )
  await expect(getEntries(stopped.stream)).rejects.toThrow('stopped')
})
