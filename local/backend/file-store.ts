// Stores each object as one file, written and read as streams. Lite has a similar adapter but doesn't export it.
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { App } from '@supabase/lite'
import { getMimeType, mimes } from 'hono/utils/mime'

type StorageAdapter = NonNullable<App['_storageAdapter']>
/** Hono has no type for WAV files. */
const MIMES = { ...mimes, wav: 'audio/wav' }

type ObjectMetadata = Awaited<ReturnType<StorageAdapter['headObject']>>

/** A byte range. Both ends are inclusive, as in HTTP. `size` is the size of the whole object. */
export interface RangeRead {
  first: number | undefined
  last: number | undefined
  /** The condition of the range, an ETag or a date. A file that differs is read whole. */
  ifRange: string | null
  size?: number
}

/** Lite knows no ranges: a request's range bypasses it here, and the adapter sets the object's size if it reads the range. */
export const rangeRead = new AsyncLocalStorage<RangeRead>()

/** Creates the storage adapter. It derives the content type from the key's extension. */
export function createFileStore(folder: string): StorageAdapter {
  const root = resolve(folder)

  /** Returns the file path of an object. Throws if the key leads out of the folder. */
  function getPath(bucket: string, key: string): string {
    const path = resolve(root, bucket, key)
    if (!path.startsWith(root + sep)) throw new Error(`object key is outside the store: ${key}`)
    return path
  }

  async function getMetadata(path: string): Promise<ObjectMetadata> {
    const { size, mtime } = await stat(path)
    const eTag = `"${createHash('sha1').update(`${size}-${mtime.getTime()}`).digest('hex')}"`
    return {
      cacheControl: 'max-age=3600',
      contentLength: size,
      size,
      mimetype: getMimeType(path, MIMES) ?? 'application/octet-stream',
      lastModified: mtime,
      eTag,
    }
  }

  return {
    driver: null,
    async getObject(bucket, key) {
      const path = getPath(bucket, key)
      const metadata = await getMetadata(path)
      const found = rangeRead.getStore()
      const asked = found && isUnchanged(found.ifRange, metadata) ? found : undefined
      if (asked) asked.size = metadata.size
      const part = asked ? getPart(asked, metadata.size) : {}
      const body = part ? Readable.toWeb(createReadStream(path, part)) : new ReadableStream()
      return { metadata, httpStatusCode: 200, body: body as ReadableStream<Uint8Array> }
    },
    async uploadObject(bucket, key, _version, body, contentType, cacheControl) {
      const path = getPath(bucket, key)
      const stream = body instanceof Uint8Array ? [body] : (body as ReadableStream<Uint8Array>)
      await mkdir(dirname(path), { recursive: true })
      // A reader sees either the old or the new file, and an aborted upload leaves no file.
      const temporary = join(dirname(path), `.${crypto.randomUUID()}`)
      try {
        await pipeline(stream, createWriteStream(temporary))
        await rename(temporary, path)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      return { ...(await getMetadata(path)), mimetype: contentType, cacheControl }
    },
    deleteObject: (bucket, key) => rm(getPath(bucket, key), { force: true }),
    async deleteObjects(bucket, keys) {
      for (const key of keys) await rm(getPath(bucket, key), { force: true })
    },
    async copyObject(sourceBucket, source, _version, destinationBucket, destination) {
      const path = getPath(destinationBucket, destination)
      await mkdir(dirname(path), { recursive: true })
      await copyFile(getPath(sourceBucket, source), path)
      const { eTag, lastModified } = await getMetadata(path)
      return { httpStatusCode: 200, eTag, ...(lastModified ? { lastModified } : {}) }
    },
    headObject: (bucket, key) => getMetadata(getPath(bucket, key)),
    privateAssetUrl: async (bucket, key) => getPath(bucket, key),
  }
}

/** Returns whether the file is unchanged. A request without a condition counts as unchanged. */
function isUnchanged(ifRange: string | null, { eTag, lastModified }: ObjectMetadata): boolean {
  return ifRange === null || ifRange === eTag || ifRange === lastModified?.toUTCString()
}

/** Returns null for a range outside the file. */
export function getPart({ first, last }: RangeRead, size: number): { start: number; end: number } | null {
  const start = first ?? Math.max(0, size - (last ?? 0))
  const end = first === undefined ? size - 1 : Math.min(last ?? size - 1, size - 1)
  return start > end ? null : { start, end }
}
