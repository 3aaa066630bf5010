// The peaks of a clip's own sound.
import { PEAKS } from '@contract/fields'

/** The lowest rate that every browser decodes to. The peaks of speech and music stay the same, in a third of the memory. */
const SAMPLE_RATE = 16_000
/** The amplitude of -60 dB. A video that is never louder counts as silent. */
const SILENCE = 0.001

/**
 * Returns the peaks of a video. Without `file`, it fetches the video again, usually from the browser's cache. Rejects if the
 * file can't be fetched (CORS or content security policy) or decoded.
 */
export async function findPeaks(src: string, file: Blob | undefined, signal: AbortSignal): Promise<number[]> {
  const bytes = await (file ?? (await fetchFile(src, signal))).arrayBuffer()
  return measurePeaks(await new OfflineAudioContext(1, 1, SAMPLE_RATE).decodeAudioData(bytes))
}

async function fetchFile(src: string, signal: AbortSignal): Promise<Response> {
  // The URL is signed, so no cookies are needed. Its file never changes, so a cached copy is always valid.
  const response = await fetch(src, { credentials: 'omit', cache: 'force-cache', signal })
  if (!response.ok) throw new Error(`The video's URL returned ${response.status}`)
  return response
}

/** Returns the loudest value of each slice over all channels, where 100 is the loudest of all. Empty for silence. */
export function measurePeaks(
  sound: Pick<AudioBuffer, 'length' | 'numberOfChannels' | 'getChannelData'>,
  count: number = PEAKS,
): number[] {
  const peaks = new Array<number>(count).fill(0)
  for (let channel = 0; channel < sound.numberOfChannels; channel += 1) {
    const samples = sound.getChannelData(channel)
    for (let at = 0; at < sound.length; at += 1) {
      const slice = Math.floor((at * count) / sound.length)
      peaks[slice] = Math.max(peaks[slice] ?? 0, Math.abs(samples[at] ?? 0))
    }
  }
  const loudest = Math.max(...peaks)
  return loudest < SILENCE ? [] : peaks.map((peak) => Math.round((peak / loudest) * 100))
}
