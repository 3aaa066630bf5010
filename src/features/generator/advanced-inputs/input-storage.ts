// Stores the advanced inputs, so that a reload restores them. One entry describes the inputs, and each file has its own
// entry.

import type { Voice } from '@/components/voice/voice-intake'
import { getClearedTime, getSaveTime } from '@/lib/browser/personal-data'
import { readFile, removeFile, storeFile } from '@/lib/browser/stored-files'
import * as s from '@/lib/shape'
import type { PreparedImage } from '../image/image'
import { getAdvancedInputsKey, readStoredImage, removeStoredImage, storeImage } from '../image/stored-image'
import { type AdvancedInputs, NO_ADVANCED_INPUTS } from './advanced-inputs'
import { readStoredVoice, storeVoice } from './stored-voice'

const LAST = 'last'
const VOICE = 'voice'

const storedInputs = s.object({
  owner: s.nullable(s.text),
  start: s.oneOf('frame', 'references'),
  hasLast: s.yesOrNo,
  references: s.list(s.object({ key: s.filled, role: s.oneOf('character', 'object', 'style'), name: s.text })),
  hasVoice: s.yesOrNo,
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
  let keptVoice: Voice | null = null
  let writing: Promise<unknown> = Promise.resolve()

  async function write(wanted: AdvancedInputs, owner: string | null) {
    const images = listImages(wanted)
    const { start, voice, source, resolution } = wanted
    const references = wanted.references.flatMap(({ key, role, name, image }) => (image ? [{ key, role, name }] : []))
    const stored = {
      owner,
      start,
      hasLast: wanted.last !== null,
      references,
      hasVoice: voice !== null,
      source,
      resolution,
    }
    const gone = [...kept.keys()].filter((name) => !images.has(name))
    const changed = [...images].filter(([name, image]) => kept.get(name) !== image)
    kept = images
    const isKept = await Promise.all(changed.map(([name, image]) => storeImage(getImageKey(tab, name), image)))
    const hadVoice = keptVoice !== null
    if (voice && voice !== keptVoice) isKept.push(await storeVoice(getImageKey(tab, VOICE), voice))
    keptVoice = voice
    isKept.push(
      await storeFile(getAdvancedInputsKey(tab), stored satisfies s.Infer<typeof storedInputs>, getSaveTime()),
    )
    for (const name of gone) await removeStoredImage(getImageKey(tab, name))
    if (!voice && hadVoice) await removeFile(getImageKey(tab, VOICE))
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
          keptVoice = null
          const keys = [
            getAdvancedInputsKey(tab),
            getImageKey(tab, VOICE),
            ...names.map((name) => getImageKey(tab, name)),
          ]
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
  const [voice, last, ...images] = await Promise.all([
    stored.hasVoice ? readStoredVoice(getImageKey(tab, VOICE)) : null,
    stored.hasLast ? read(LAST) : null,
    ...stored.references.map(({ key }) => read(key)),
  ])
  const references = stored.references.flatMap((one, place) => {
    const image = images[place]
    return image ? [{ ...one, image, fault: null }] : []
  })
  return { start, source, resolution, last, references, voice }
}
