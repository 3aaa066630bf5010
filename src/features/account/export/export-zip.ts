// Writes an account's data to one ZIP file, page by page. Each video is in memory only while it is written. Each page
// has URLs that are valid for an hour.
import type { Account, ExportPage } from '@contract/account'
import { downloadZip } from 'client-zip'

type ExportedJob = ExportPage['jobs'][number]

interface ExportFile {
  path: string
  url: string | null
  /** The job that can return a new URL when this URL fails. Null for an image. */
  jobId: string | null
}

interface ExportOptions {
  readPage: (cursor: string | null) => Promise<ExportPage>
  /** Fetches a file. Rejects if the file isn't available. */
  fetchFile: (file: ExportFile) => Promise<Blob>
  /** Called before each file with the number of files tried. */
  onProgress: (tried: number) => void
  signal: AbortSignal
}

/**
 * Creates the ZIP stream of an account. `failed` is complete when the stream ends. The stream fails if it is aborted or
 * if a page can't be read.
 */
export function zipExport(
  account: Account,
  { readPage, fetchFile, onProgress, signal }: ExportOptions,
): { stream: ReadableStream<Uint8Array>; failed: string[] } {
  const failed: string[] = []
  async function* readFiles() {
    const data = {
      jobs: [] as unknown[],
      transactions: [] as unknown[],
      signIns: [] as unknown[],
      images: [] as unknown[],
      cast: [] as unknown[],
      keys: [] as unknown[],
      webhooks: [] as unknown[],
      devices: [] as unknown[],
    }
    let tried = 0
    let cursor: string | null = null
    do {
      const page = await readPage(cursor)
      signal.throwIfAborted()
      const files = [...page.jobs.flatMap(listJobFiles), ...page.images.map(getImageFile)]
      data.jobs.push(...page.jobs.map(describeJob))
      data.transactions.push(...page.transactions)
      data.signIns.push(...page.signIns)
      data.cast.push(...page.cast.map(describeMember))
      data.keys.push(...page.keys)
      data.webhooks.push(...page.webhooks)
      data.devices.push(...page.devices)
      data.images.push(
        ...page.images.map(({ url, ...image }) => ({ ...image, file: getImageFile({ ...image, url }).path })),
      )
      for (const file of files) {
        onProgress(tried)
        tried += 1
        const input = await fetchFile(file).catch(() => null)
        signal.throwIfAborted()
        if (input) yield { name: file.path, input }
        else if (navigator.onLine) failed.push(file.path)
        // Without the network, every other file would fail too.
        else throw new Error('The network is gone')
      }
      cursor = page.nextCursor
    } while (cursor !== null)
    const { name, email, createdAt, credits, sessions } = account
    const all = { profile: { name, email, createdAt, credits }, sessions, ...data, missingFiles: failed }
    yield { name: 'account.json', input: JSON.stringify(all, null, 2) }
    if (failed.length > 0) yield { name: 'missing-files.txt', input: `${failed.join('\n')}\n` }
  }
  const { body } = downloadZip(readFiles())
  if (!body) throw new Error('A response without a stream')
  return { stream: body, failed }
}

function listJobFiles(job: ExportedJob): ExportFile[] {
  const files: ExportFile[] = []
  if (job.status === 'succeeded') files.push({ path: getVideoPath(job), url: job.videoUrl, jobId: job.id })
  if (hasOwnImage(job)) files.push({ path: getOwnImagePath(job), url: job.imageUrl, jobId: null })
  return files
}

/** Returns whether the job's image was sent with the job. Uploaded images are in `images`. */
function hasOwnImage({ imageUrl, images }: ExportedJob): boolean {
  return imageUrl !== null && !images.some(({ role }) => role === 'first')
}

const getVideoPath = ({ id }: ExportedJob) => `videos/${id}.mp4`
const getOwnImagePath = ({ id, imageUrl }: ExportedJob) => `images/${id}${getExtension(imageUrl)}`

function getImageFile({ id, url }: Pick<ExportPage['images'][number], 'id' | 'url'>): ExportFile {
  return { path: `images/${id}${getExtension(url)}`, url, jobId: null }
}

function getExtension(url: string | null): string {
  return /\.\w+$/.exec(url?.split('?')[0] ?? '')?.[0] ?? ''
}

/** Returns the exported form of a job. File names replace the URLs, which expire. */
function describeJob(job: ExportedJob) {
  const { videoUrl: _, downloadUrl: __, poster: ___, peaks: ____, imageUrl: _____, canCancel: ______, ...facts } = job
  const { images, audio, ...kept } = facts
  return {
    ...kept,
    images: images.map(({ id, role, url }) => ({ id, role, file: getImageFile({ id, url }).path })),
    audio: audio && { id: audio.id, file: getImageFile(audio).path },
    video: job.status === 'succeeded' ? getVideoPath(job) : null,
    image: hasOwnImage(job) ? getOwnImagePath(job) : null,
  }
}

/** Returns the exported form of a member of the cast. Its images and its voice are among the uploaded files. */
function describeMember({ images, voice, ...member }: ExportPage['cast'][number]) {
  return {
    ...member,
    images: images.map((image) => getImageFile(image).path),
    voice: voice && getImageFile(voice).path,
  }
}
