// Draws one frame of each video, once. Images are much cheaper than players in a list with hundreds of rows.
import { onClear } from '@/lib/browser/personal-data'
import { drawFrame } from '@/lib/video/draw-frame'

const AT_ONCE = 2
const POSTER_WIDTH = 640
/** The most posters in memory, more than the rows near the window need. */
const MOST_KEPT = 200

const drawn = new Map<string, Promise<string>>()
const waiting: (() => void)[] = []
let running = 0
let isListening = false

/** Returns an object URL. Rejects if drawing fails, and the next call tries again. */
export function getPoster(jobId: string, videoUrl: string): Promise<string> {
  clearWithPerson()
  const known = drawn.get(jobId)
  if (known) return known
  const poster = turn(() => drawFrame(videoUrl, { maxWidth: POSTER_WIDTH, type: 'image/jpeg' })).then((blob) =>
    URL.createObjectURL(blob),
  )
  drawn.set(jobId, poster)
  const [oldest] = drawn.keys()
  if (oldest !== undefined && drawn.size > MOST_KEPT) clearPoster(oldest)
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
