// Draws one frame of a video whose poster isn't stored yet, once per job: hundreds of rows then cost images, not players.
import { MAX_POSTER_BYTES, MAX_POSTER_SIDE_PX } from '@contract/fields'
import { onClear } from '@/lib/browser/personal-data'
import { drawFrame } from '@/lib/video/draw-frame'

const AT_ONCE = 2
/** The most posters in memory, more than there are near the window. */
const MAX_POSTERS = 200

const drawn = new Map<string, Promise<string>>()
const waiting: (() => void)[] = []
let running = 0
let isListening = false

/**
 * Returns an object URL. Rejects if there is no poster; the next call tries again.
 * @param store called once with a poster that the server accepts. A browser that can't write WebP stores none.
 */
export function drawPoster(jobId: string, videoUrl: string, store: (webp: Blob) => void): Promise<string> {
  clearWithPerson()
  const known = drawn.get(jobId)
  if (known) return known
  const limits = { maxSide: MAX_POSTER_SIDE_PX, maxBytes: MAX_POSTER_BYTES }
  const poster = turn(() => drawFrame(videoUrl, { ...limits, type: 'image/webp' })).then((blob) => {
    if (blob.type === 'image/webp' && blob.size <= MAX_POSTER_BYTES) store(blob)
    return URL.createObjectURL(blob)
  })
  drawn.set(jobId, poster)
  const [oldest] = drawn.keys()
  if (oldest !== undefined && drawn.size > MAX_POSTERS) clearPoster(oldest)
  poster.catch(() => drawn.delete(jobId))
  return poster
}

export function clearPoster(jobId: string): void {
  drawn
    .get(jobId)
    ?.then(URL.revokeObjectURL)
    .catch(() => undefined)
  drawn.delete(jobId)
}

/** Clears all posters at sign-out, because they belong to the user. */
function clearWithPerson() {
  if (isListening) return
  isListening = true
  onClear(() => {
    for (const jobId of drawn.keys()) clearPoster(jobId)
  })
}

async function turn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    // Start with the latest request, because its row is most likely visible.
    waiting.pop()?.()
  }
}
