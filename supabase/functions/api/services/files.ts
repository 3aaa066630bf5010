// Stores files and signs their URLs. A path contains no account ID. Browsers and providers get signed URLs that expire.
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Bytes } from '../bytes.ts'
import { IMAGE_EXTENSION, type UploadedImage } from './image/uploaded-image.ts'
import { waitAtMost } from './wait-at-most.ts'

const VIDEO_URL_SECONDS = 3600
/** A provider may queue a job until its deadline before fetching the inputs. */
const INPUT_URL_SECONDS = 2 * 3600

export type Bucket = 'videos' | 'images'

export interface Files {
  imagePath(jobId: string, image: UploadedImage): string
  /** Stores an image or a voice. Returns a URL that is valid for two hours, like those of the next two methods. */
  storeInput(path: string, input: { bytes: Bytes; mime: string }): Promise<string>
  openInput(path: string): Promise<{ bytes: Bytes; url: string }>
  sourceUrl(path: string): Promise<string>
  videoUrl(path: string): Promise<string>
  /** Returns signed URLs by path, without missing files. The URLs are valid for an hour, or for `seconds`. */
  urls(bucket: Bucket, paths: string[], seconds?: number): Promise<Map<string, string>>
  storePoster(path: string, webp: Bytes): Promise<void>
  copyVideo(from: string, to: string): Promise<void>
  remove(bucket: Bucket, paths: string[]): Promise<void>
}

const SIGN_TIMEOUT_MS = 5000

/** Creates the file operations. Each one throws if Storage refuses or doesn't respond. */
export function createFiles(supabase: SupabaseClient): Files {
  async function sign(bucket: string, path: string, seconds: number): Promise<string> {
    const { data, error } = await supabase.storage.from(bucket).createSignedUrl(path, seconds)
    if (error) throw new Error(`could not sign URLs of ${bucket}`, { cause: error })
    return data.signedUrl
  }

  return {
    imagePath: (jobId, image) => `${jobId}.${IMAGE_EXTENSION[image.mime]}`,
    async storeInput(path, { bytes, mime }) {
      const options = { contentType: mime, upsert: true }
      const { error } = await supabase.storage.from('images').upload(path, bytes, options)
      if (error) throw new Error('could not store an input', { cause: error })
      return sign('images', path, INPUT_URL_SECONDS)
    },
    async openInput(path) {
      const [{ data, error }, url] = await Promise.all([
        supabase.storage.from('images').download(path),
        sign('images', path, INPUT_URL_SECONDS),
      ])
      if (error) throw new Error('could not read an input', { cause: error })
      return { bytes: new Uint8Array(await data.arrayBuffer()), url }
    },
    sourceUrl: (path) => sign('videos', path, INPUT_URL_SECONDS),
    videoUrl: (path) => sign('videos', path, VIDEO_URL_SECONDS),
    async urls(bucket, paths, seconds = VIDEO_URL_SECONDS) {
      if (paths.length === 0) return new Map()
      const { data, error } = await waitAtMost(
        supabase.storage.from(bucket).createSignedUrls(paths, seconds),
        SIGN_TIMEOUT_MS,
      )
      if (error) throw new Error(`could not sign URLs of ${bucket}`, { cause: error })
      return new Map(data.flatMap(({ path, signedUrl }) => (path && signedUrl ? [[path, signedUrl] as const] : [])))
    },
    async storePoster(path, webp) {
      const { error } = await supabase.storage.from('videos').upload(path, webp, { contentType: 'image/webp' })
      if (error) throw new Error('could not store a poster', { cause: error })
    },
    async copyVideo(from, to) {
      const { error } = await supabase.storage.from('videos').copy(from, to)
      if (error) throw new Error('could not copy a video', { cause: error })
    },
    async remove(bucket, paths) {
      const { error } = await supabase.storage.from(bucket).remove(paths)
      if (error) throw new Error(`could not delete from ${bucket}`, { cause: error })
    },
  }
}
