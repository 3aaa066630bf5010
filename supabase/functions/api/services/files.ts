// Our own copies in Supabase Storage. Paths are made here (`uid/uuid.ext`) and nowhere else; browsers and vendors get
// signed addresses that end by themselves.
import type { SupabaseClient } from '@supabase/supabase-js'
import { inTime } from './in-time.ts'
import type { Picture } from './picture.ts'

/** Long enough to watch, download and come back; a new one is made whenever the job is asked for. */
export const VIDEO_URL_SECONDS = 3600
/** A vendor may queue a job for the whole of its deadline before it fetches the picture. */
const PICTURE_URL_SECONDS = 2 * 3600

const EXTENSION = { 'image/jpeg': 'jpg', 'image/png': 'png' } as const

export type Bucket = 'videos' | 'pictures'

export interface Files {
  picturePath(userId: string, jobId: string, picture: Picture): string
  /** Stores the picture and answers the address the vendor fetches it from. */
  storePicture(path: string, picture: Picture): Promise<string>
  videoPath(userId: string, jobId: string): string
  /** Stores the video, again over itself after a crash, and answers its path. */
  storeVideo(userId: string, jobId: string, bytes: ArrayBuffer): Promise<string>
  /** The address the owner plays and downloads the video from. */
  videoUrl(path: string): Promise<string>
  /** Addresses of many files in one call, good for an hour: by path, without those that are not there. */
  urls(bucket: Bucket, paths: string[]): Promise<Map<string, string>>
  /** Deletes files; one that is not there counts as deleted. */
  remove(bucket: Bucket, paths: string[]): Promise<void>
}

/** A page of addresses that takes longer comes without them. */
const SIGN_TIMEOUT_MS = 5000

/** Every call throws when Storage refuses or does not answer. */
export function createFiles(supabase: SupabaseClient): Files {
  async function store(
    bucket: string,
    path: string,
    bytes: ArrayBuffer | Uint8Array<ArrayBuffer>,
    contentType: string,
  ): Promise<void> {
    const { error } = await supabase.storage.from(bucket).upload(path, bytes, { contentType, upsert: true })
    if (error) throw new Error(`${bucket} not stored`, { cause: error })
  }

  async function sign(bucket: string, path: string, seconds: number): Promise<string> {
    const { data, error } = await supabase.storage.from(bucket).createSignedUrl(path, seconds)
    if (error) throw new Error(`${bucket} not signed`, { cause: error })
    return data.signedUrl
  }

  const videoPath = (userId: string, jobId: string) => `${userId}/${jobId}.mp4`

  return {
    picturePath: (userId, jobId, picture) => `${userId}/${jobId}.${EXTENSION[picture.mime]}`,
    async storePicture(path, picture) {
      await store('pictures', path, picture.bytes, picture.mime)
      return sign('pictures', path, PICTURE_URL_SECONDS)
    },
    videoPath,
    async storeVideo(userId, jobId, bytes) {
      const path = videoPath(userId, jobId)
      await store('videos', path, bytes, 'video/mp4')
      return path
    },
    videoUrl: (path) => sign('videos', path, VIDEO_URL_SECONDS),
    async urls(bucket, paths) {
      if (paths.length === 0) return new Map()
      const { data, error } = await inTime(
        supabase.storage.from(bucket).createSignedUrls(paths, VIDEO_URL_SECONDS),
        SIGN_TIMEOUT_MS,
      )
      if (error) throw new Error(`${bucket} not signed`, { cause: error })
      return new Map(data.flatMap(({ path, signedUrl }) => (path && signedUrl ? [[path, signedUrl] as const] : [])))
    },
    async remove(bucket, paths) {
      const { error } = await supabase.storage.from(bucket).remove(paths)
      if (error) throw new Error(`${bucket} not deleted`, { cause: error })
    },
  }
}
