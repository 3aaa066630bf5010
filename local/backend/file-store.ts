// Where Supabase Lite's storage keeps its bytes: one file per object in the data folder. (Lite has such an adapter of its
// own, which its package does not export.)
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { App } from '@supabase/lite'
import { getMimeType } from 'hono/utils/mime'

type StorageAdapter = NonNullable<App['_storageAdapter']>
type ObjectMetadata = Awaited<ReturnType<StorageAdapter['headObject']>>

/** A storage adapter over `folder`. The content type is told by the key's extension. */
export function createFileStore(folder: string): StorageAdapter {
  const root = resolve(folder)

  /** The object's file. Throws for a key that leads out of the folder. */
  function pathOf(bucket: string, key: string): string {
    const path = resolve(root, bucket, key)
    if (!path.startsWith(root + sep)) throw new Error(`object key leads out of the store: ${key}`)
    return path
  }

  async function metadataOf(path: string): Promise<ObjectMetadata> {
    const { size, mtime } = await stat(path)
    const eTag = `"${createHash('sha1').update(`${size}-${mtime.getTime()}`).digest('hex')}"`
    return {
      cacheControl: 'max-age=3600',
      contentLength: size,
      size,
      mimetype: getMimeType(path) ?? 'application/octet-stream',
      lastModified: mtime,
      eTag,
    }
  }

  return {
    driver: null,
    async getObject(bucket, key) {
      const path = pathOf(bucket, key)
      return { metadata: await metadataOf(path), httpStatusCode: 200, body: await readFile(path) }
    },
    async uploadObject(bucket, key, _version, body, contentType, cacheControl) {
      const path = pathOf(bucket, key)
      const bytes =
        body instanceof Uint8Array ? body : new Uint8Array(await new Response(body as ReadableStream).arrayBuffer())
      await mkdir(dirname(path), { recursive: true })
      // A reader sees the old file or the new one, never half of one.
      const temporary = join(dirname(path), `.${crypto.randomUUID()}`)
      await writeFile(temporary, bytes)
      await rename(temporary, path)
      return { ...(await metadataOf(path)), mimetype: contentType, cacheControl }
    },
    deleteObject: (bucket, key) => rm(pathOf(bucket, key), { force: true }),
    async deleteObjects(bucket, keys) {
      for (const key of keys) await rm(pathOf(bucket, key), { force: true })
    },
    async copyObject(sourceBucket, source, _version, destinationBucket, destination) {
      const path = pathOf(destinationBucket, destination)
      await mkdir(dirname(path), { recursive: true })
      await copyFile(pathOf(sourceBucket, source), path)
      const { eTag, lastModified } = await metadataOf(path)
      return { httpStatusCode: 200, eTag, ...(lastModified ? { lastModified } : {}) }
    },
    headObject: (bucket, key) => metadataOf(pathOf(bucket, key)),
    privateAssetUrl: async (bucket, key) => pathOf(bucket, key),
  }
}
