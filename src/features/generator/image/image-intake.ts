import { createStore, type Store } from '@/lib/store'
import type { PreparedImage } from './image'
import { IMAGE_FAULTS, ImageError, type ImageFault } from './image-faults'
import type { PrepareImage } from './prepare-in-worker'

export interface ImageWork {
  isBusy: boolean
  fault: string | null
  /** Whether the image couldn't be stored. A reload loses it. */
  isUnsaved: boolean
}

export interface ImageIntake {
  image: Store<PreparedImage | null>
  work: Store<ImageWork>
  /** Accepts a file. Resolves when the image is in the form or its error is shown. Never rejects. */
  take(file: File): Promise<void>
  /** Shows an error for something that isn't a file. The current image stays. */
  refuse(fault: ImageFault): void
  /** Restores a prepared image, which `read` returns. Never rejects. */
  restore(read: () => Promise<PreparedImage | null>): Promise<void>
  remove(): void
}

export interface ImageIntakeDeps {
  prepare: PrepareImage
  /** Stores the image, or removes it if null. Resolves with true if a reload will restore it. */
  keep(image: PreparedImage | null): Promise<boolean>
  /** Called when the user adds or removes an image, but not when a stored image is restored. */
  onEdit?(): void
}

const AT_REST: ImageWork = { isBusy: false, fault: null, isUnsaved: false }

export function createImageIntake({ prepare, keep, onEdit }: ImageIntakeDeps): ImageIntake {
  const image = createStore<PreparedImage | null>(null)
  const work = createStore<ImageWork>(AT_REST)
  // If the user chooses two files in a row, the later one wins, whichever is ready first.
  let current = new AbortController()

  function startWork(state: Partial<ImageWork>): AbortSignal {
    current.abort()
    current = new AbortController()
    work.set({ ...AT_REST, ...state })
    return current.signal
  }

  async function put(chosen: PreparedImage, signal: AbortSignal) {
    image.set(chosen)
    work.set(AT_REST)
    const isKept = await keep(chosen).catch(() => false)
    // Don't change the state after a success. A change would cancel a waiting submit.
    if (!signal.aborted && !isKept) work.set({ ...AT_REST, isUnsaved: true })
  }

  function isUnsaved() {
    return work.get().isUnsaved
  }

  return {
    image,
    work,
    async take(file) {
      onEdit?.()
      const signal = startWork({ isBusy: true, isUnsaved: isUnsaved() })
      try {
        const { blob, ...facts } = await prepare(file, signal)
        if (!signal.aborted) await put({ ...facts, file: new File([blob], file.name, { type: blob.type }) }, signal)
      } catch (error) {
        if (signal.aborted) return
        const fault = error instanceof ImageError ? error.message : IMAGE_FAULTS.notLoaded
        work.set({ isBusy: false, fault, isUnsaved: isUnsaved() })
      }
    },
    refuse(fault) {
      startWork({ fault: IMAGE_FAULTS[fault], isUnsaved: isUnsaved() })
    },
    async restore(read) {
      const signal = startWork({ isBusy: true })
      const kept = await read().catch(() => null)
      if (signal.aborted) return
      if (kept) await put(kept, signal)
      else work.set(AT_REST)
    },
    remove() {
      if (image.get()) onEdit?.()
      startWork({})
      image.set(null)
      void keep(null)
    },
  }
}
