import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { createFileStore, rangeRead } from '../../../local/backend/file-store.ts'
import { makeFolder } from '../../support/make-folder.ts'

const folder = await makeFolder()

const MEGABYTE = 1024 * 1024

/** Returns a stream of this many megabytes. It fails after `breaksAt` megabytes. */
function stream(megabytes: number, breaksAt = Number.POSITIVE_INFINITY) {
  let sent = 0
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (sent === breaksAt) controller.error(new TypeError('reset'))
        else if (sent === megabytes) controller.close()
        else controller.enqueue(new Uint8Array(MEGABYTE).fill(sent))
        sent += 1
      },
    },
    { highWaterMark: 0 },
  )
}
const upload = (key: string, body: ReadableStream<Uint8Array>) =>
  createFileStore(folder).uploadObject('videos', key, undefined, body, 'video/mp4', 'no-cache')
const read = async (key: string) => {
  const { body } = await createFileStore(folder).getObject('videos', key, undefined)
  return new Uint8Array(await new Response(body as ReadableStream<Uint8Array>).arrayBuffer())
}

it('never holds a whole 150 MB upload in memory', async () => {
  const before = process.memoryUsage().arrayBuffers
  let highest = 0
  const source = stream(150).pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        highest = Math.max(highest, process.memoryUsage().arrayBuffers - before)
        controller.enqueue(chunk)
      },
    }),
  )
  expect(await upload('large.mp4', source)).toMatchObject({ size: 150 * MEGABYTE })
  expect(highest).toBeLessThan(100 * MEGABYTE)
})

it('keeps the old file and removes the new one if an upload is interrupted', async () => {
  await upload('a/b.mp4', stream(1))
  await expect(upload('a/b.mp4', stream(5, 3))).rejects.toThrow('reset')
  expect((await read('a/b.mp4')).byteLength).toBe(MEGABYTE)
  await expect(upload('a/c.mp4', stream(5, 3))).rejects.toThrow('reset')
  expect(await readdir(join(folder, 'videos/a'))).toEqual(['b.mp4'])
})

it.each(['../../elsewhere.mp4', '../../{folder}-beside/one.mp4', '/etc/passwd', '..'])(
  'refuses a key that leads out of the folder: %s',
  async (key) => {
    const outside = key.replace('{folder}', basename(folder))
    await expect(upload(outside, stream(1))).rejects.toThrow('object key is outside the store')
    await expect(read(outside)).rejects.toThrow('object key is outside the store')
  },
)

it('reads only the requested byte range of a file', async () => {
  await upload('range.mp4', stream(3))
  const asked = { first: MEGABYTE - 1, last: MEGABYTE, ifRange: null, size: undefined as number | undefined }
  const part = await rangeRead.run(asked as Parameters<typeof rangeRead.run>[0], () => read('range.mp4'))
  expect([...part]).toEqual([0, 1])
  expect(asked.size).toBe(3 * MEGABYTE)
})
