// Manages the list of references. Files are prepared in parallel, and each has its own error.
import type { ReferenceRole } from '@contract/inputs'
import { IMAGE_FAULTS, ImageError } from '../image/image-faults'
import type { PrepareImage } from '../image/prepare-in-worker'
import { moveItem, type Reference } from './advanced-inputs'

interface ReferencesDeps {
  prepare: PrepareImage
  get(): readonly Reference[]
  set(references: readonly Reference[]): void
  /** Called when the user changes the list. */
  onEdit(): void
}

export interface NewReference {
  file: File
  role: ReferenceRole
}

export function createReferences({ prepare, get, set, onEdit }: ReferencesDeps) {
  const working = new Map<string, AbortController>()

  const patch = (key: string, change: Partial<Reference>) =>
    set(get().map((one) => (one.key === key ? { ...one, ...change } : one)))

  async function work(key: string, file: File) {
    const abort = new AbortController()
    working.set(key, abort)
    try {
      const { blob, ...facts } = await prepare(file, abort.signal)
      if (!abort.signal.aborted) {
        patch(key, { image: { ...facts, file: new File([blob], file.name, { type: blob.type }) } })
      }
    } catch (error) {
      if (abort.signal.aborted) return
      patch(key, { fault: error instanceof ImageError ? error.message : IMAGE_FAULTS.notLoaded })
    } finally {
      working.delete(key)
    }
  }

  function stop(key: string) {
    working.get(key)?.abort(new DOMException('The reference was removed', 'AbortError'))
    working.delete(key)
  }

  return {
    /** Adds images. Resolves when each image is prepared or shows its error. Never rejects. */
    async add(files: readonly NewReference[]): Promise<void> {
      onEdit()
      const added = files.map(({ file, role }) => ({ file, role, key: crypto.randomUUID() }))
      set([
        ...get(),
        ...added.map(({ key, role, file }): Reference => ({ key, role, name: file.name, image: null, fault: null })),
      ])
      await Promise.all(added.map(({ key, file }) => work(key, file)))
    },
    remove(key: string) {
      onEdit()
      stop(key)
      set(get().filter((one) => one.key !== key))
    },
    setRole(key: string, role: ReferenceRole) {
      onEdit()
      patch(key, { role })
    },
    /** Moves a reference within the list. Returns its final position, from 0. */
    move(key: string, to: number): number {
      const list = get()
      const from = list.findIndex((one) => one.key === key)
      const place = Math.min(Math.max(to, 0), list.length - 1)
      if (from === -1 || place === from) return place
      onEdit()
      set(moveItem(list, from, place))
      return place
    },
    /** Cancels the preparation of all files. */
    stop() {
      for (const key of working.keys()) stop(key)
    },
  }
}
