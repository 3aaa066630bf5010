import type { Files } from '../files.ts'
import type { CreateRequest } from '../providers/provider.ts'
import type { JobRow } from './job-row.ts'

type Inputs = Pick<CreateRequest, 'image' | 'lastImage' | 'references' | 'audio' | 'source'>

/**
 * Returns the images and the voice of a job, and the URL of its source video. Throws if Storage doesn't respond or a file is missing.
 */
export async function loadInputs(
  { images, source_path: sourcePath, input_kind: kind }: Pick<JobRow, 'images' | 'source_path' | 'input_kind'>,
  files: Files,
): Promise<Inputs> {
  const isWatched = kind === 'extend' || kind === 'edit' || kind === 'upscale'
  const [source, ...loaded] = await Promise.all([
    isWatched && sourcePath ? files.sourceUrl(sourcePath) : null,
    ...images.map(async ({ role, path, seconds }) => ({ role, path, seconds, ...(await files.openInput(path)) })),
  ])
  const stored = loaded.flatMap(({ role, path, seconds, ...file }) =>
    role === 'voice' || seconds !== null
      ? []
      : [{ role, ...file, mime: path.endsWith('.png') ? ('image/png' as const) : ('image/jpeg' as const) }],
  )
  const find = (wanted: string) => stored.find(({ role }) => role === wanted) ?? null
  const voice = loaded.find(({ role }) => role === 'voice')
  return {
    image: find('first'),
    lastImage: find('last'),
    references: stored.flatMap(({ role, ...image }) =>
      role === 'first' || role === 'last' ? [] : [{ ...image, role }],
    ),
    audio: voice
      ? {
          bytes: voice.bytes,
          url: voice.url,
          mime: voice.path.endsWith('.wav') ? 'audio/wav' : 'audio/mpeg',
          seconds: voice.seconds ?? 0,
        }
      : null,
    source,
  }
}
