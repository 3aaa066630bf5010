// Stores the advanced inputs, so that a reload restores them. One entry describes the inputs, and each image has its
// own entry.

import { getClearedTime, getSaveTime } from '@/lib/browser/personal-data'
import { readFile, removeFile, storeFile } from '@/lib/browser/stored-files'
import * as s from '@/lib/shape'
import type { PreparedImage } from '../image/image'
import { getAdvancedInputsKey, readStoredImage, removeStoredImage, storeImage } from '../image/stored-image'
import { type AdvancedInputs, NO_ADVANCED_INPUTS } from './advanced-inputs'

const LAST = 'last'

const storedInputs = s.object({
  owner: s.nullable(s.text),
  start: s.oneOf('frame', 'references'),
  hasLast: s.yesOrNo,
  references: s.list(s.object({ key: s.filled, role: s.oneOf('character', 'object', 'style'), name: s.text })),
  source: s.nullable(s.object({ jobId: s.filled, use: s.oneOf('extend', 'edit') })),
  resolution: s.nullable(s.filled),
})

const getImageKey = (tab: string, name: string) => `${tab}/input/${name}`

/** Returns the images of the inputs by storage name. */
function listImages({ last, references }: AdvancedInputs): Map<string, PreparedImage> {
  const images = references.flatMap(({ key, image }) => (image ? [[key, image] as const] : []))
  return new Map([...(last ? [[LAST, last] as const] : []), ...images])
}

/** Returns the storage of a tab's inputs. It writes only changed images, and writes in order. */
export function createInputStorage(tab: string) {
  let kept = new Map<string, PreparedImage>()
  let writing: Promise<unknown> = Promise.resolve()

  async function write(wanted: AdvancedInputs, owner: string | null) {
    const images = listImages(wanted)
    const { start, source, resolution } = wanted
    const references = wanted.references.flatMap(({ key, role, name, image }) => (image ? [{ key, role, name }] : []))
    const stored = { owner, start, hasLast: wanted.last !== null, references, source, resolution }
    const gone = [...kept.keys()].filter((name) => !images.has(name))
    const changed = [...images].filter(([name, image]) => kept.get(name) !== image)
    kept = images
    const isKept = await Promise.all(changed.map(([name, image]) => storeImage(getImageKey(tab, name), image)))
    isKept.push(
      await storeFile(getAdvancedInputsKey(tab), stored satisfies s.Infer<typeof storedInputs>, getSaveTime()),
    )
    for (const name of gone) await removeStoredImage(getImageKey(tab, name))
    return isKept.every(Boolean)
  }

  return {
    /** Stores the inputs. Resolves with true if a reload will restore them. Never rejects. */
    keep(wanted: AdvancedInputs, owner: string | null): Promise<boolean> {
      const done = writing.then(() => write(wanted, owner)).catch(() => false)
      writing = done
      return done
    },
    remove(): void {
      writing = writing
        .then(() => {
          const names = [...kept.keys()]
          kept = new Map()
          const keys = [getAdvancedInputsKey(tab), ...names.map((name) => getImageKey(tab, name))]
          return Promise.all(keys.map(removeFile))
        })
        .catch(() => undefined)
    },
  }
}

/** Reads the inputs that a tab stored. Returns no inputs of another user. */
export async function readStoredInputs(tab: string, owner: string | null): Promise<AdvancedInputs> {
  const stored = s.read(storedInputs, await readFile(getAdvancedInputsKey(tab), getClearedTime()))
  if (!stored || (stored.owner !== null && stored.owner !== owner)) return NO_ADVANCED_INPUTS
  const { start, source, resolution } = stored
  const read = (name: string) => readStoredImage(getImageKey(tab, name))
  const [last, ...images] = await Promise.all([
    stored.hasLast ? read(LAST) : null,
    ...stored.references.map(({ key }) => read(key)),
  ])
  const references = stored.references.flatMap((one, place) => {
    const image = images[place]
    return image ? [{ ...one, image, fault: null }] : []
  })
  return { start, source, resolution, last, references }
}
