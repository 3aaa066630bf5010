// Our own copies in Supabase Storage. A path names the job and no account: paths of images are made here, those of videos
// by the database (claim_delivery). Browsers and providers get signed addresses that end by themselves.
import type { SupabaseClient } from '@supabase/supabase-js'
import type { UploadedImage } from './image/uploaded-image.ts'
import { inTime } from './in-time.ts'

/** Long enough to watch, download and come back; a new one is made whenever the job is asked for. */
const VIDEO_URL_SECONDS = 3600
/** A provider may queue a job for the whole of its deadline before it fetches the image. */
const PICTURE_URL_SECONDS = 2 * 3600

const EXTENSION = { 'image/jpeg': 'jpg', 'image/png': 'png' } as const

export type Bucket = 'videos' | 'pictures'

export interface Files {
  picturePath(jobId: string, picture: UploadedImage): string
  /** Stores the image and answers the address the provider fetches it from. */
  storePicture(path: string, picture: UploadedImage): Promise<string>
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
  async function sign(bucket: string, path: string, seconds: number): Promise<string> {
    const { data, error } = await supabase.storage.from(bucket).createSignedUrl(path, seconds)
    if (error) throw new Error(`${bucket} not signed`, { cause: error })
    return data.signedUrl
  }

  return {
    picturePath: (jobId, picture) => `${jobId}.${EXTENSION[picture.mime]}`,
    async storePicture(path, picture) {
      const options = { contentType: picture.mime, upsert: true }
      const { error } = await supabase.storage.from('pictures').upload(path, picture.bytes, options)
      if (error) throw new Error('pictures not stored', { cause: error })
      return sign('pictures', path, PICTURE_URL_SECONDS)
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
