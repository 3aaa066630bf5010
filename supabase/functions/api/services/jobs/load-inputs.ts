import type { Files } from '../files.ts'
import type { CreateRequest, StoredImage } from '../providers/provider.ts'
import type { JobRow } from './job-row.ts'

type Inputs = Pick<CreateRequest, 'image' | 'lastImage' | 'references' | 'source'>

/**
 * Returns the images of a job and the URL of its source video. Throws if Storage doesn't respond or a file is missing.
 */
export async function loadInputs(
  { images, source_path: sourcePath, input_kind: kind }: Pick<JobRow, 'images' | 'source_path' | 'input_kind'>,
  files: Files,
): Promise<Inputs> {
  const isWatched = kind === 'extend' || kind === 'edit' || kind === 'upscale'
  const [source, ...loaded] = await Promise.all([
    isWatched && sourcePath ? files.sourceUrl(sourcePath) : null,
    ...images.map(async ({ role, path }) => ({ role, image: await load(path, files) })),
  ])
  const find = (wanted: string) => loaded.find(({ role }) => role === wanted)?.image ?? null
  return {
    image: find('first'),
    lastImage: find('last'),
    references: loaded.flatMap(({ role, image }) => (role === 'first' || role === 'last' ? [] : [{ ...image, role }])),
    source,
  }
}

async function load(path: string, files: Files): Promise<StoredImage> {
  const { bytes, url } = await files.openImage(path)
  return { bytes, url, mime: path.endsWith('.png') ? 'image/png' : 'image/jpeg' }
}
