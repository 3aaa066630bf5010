// The one way a picture comes into the form, whether chosen, dropped, pasted, handed over by 'use again' or kept from
// the last visit.
import { createStore, type Store } from '@/lib/store'
import type { Picture } from './image'
import { IMAGE_FAULTS, ImageError, type ImageFault } from './image-faults'
import type { PrepareImage } from './prepare-in-worker'

/** What is being done with the file that was handed over last, and what was wrong with it. */
export interface ImageWork {
  isBusy: boolean
  fault: string | null
  /** This browser would not keep the picture: a reload loses it. */
  isFleeting: boolean
}

export interface ImageIntake {
  picture: Store<Picture | null>
  work: Store<ImageWork>
  /** Resolves when the file is in the form or its fault is said. Never rejects. */
  take(file: File): Promise<void>
  /** Says what was wrong with something that was not even a file. The picture that is there stays. */
  refuse(fault: ImageFault): void
  /** Puts back what `read` answers: prepared already. Never rejects. */
  restore(read: () => Promise<Picture | null>): Promise<void>
  remove(): void
}

export interface ImageIntakeDeps {
  prepare: PrepareImage
  /** Answers whether it will be there after a reload; null removes what is kept. */
  keep(picture: Picture | null): Promise<boolean>
}

const AT_REST: ImageWork = { isBusy: false, fault: null, isFleeting: false }

export function createImageIntake({ prepare, keep }: ImageIntakeDeps): ImageIntake {
  const picture = createStore<Picture | null>(null)
  const work = createStore<ImageWork>(AT_REST)
  // Of two files chosen in a hurry the later one counts, whichever is ready first.
  let current = new AbortController()

  function next(state: Partial<ImageWork>): AbortSignal {
    current.abort()
    current = new AbortController()
    work.set({ ...AT_REST, ...state })
    return current.signal
  }

  async function put(chosen: Picture, signal: AbortSignal) {
    picture.set(chosen)
    work.set(AT_REST)
    const isKept = await keep(chosen).catch(() => false)
    if (!signal.aborted) work.set({ ...work.get(), isFleeting: !isKept })
  }

  /** The picture that is there stays, and with it whether it is kept. */
  function isFleeting() {
    return work.get().isFleeting
  }

  return {
    picture,
    work,
    async take(file) {
      const signal = next({ isBusy: true, isFleeting: isFleeting() })
      try {
        const { blob, ...facts } = await prepare(file, signal)
        if (!signal.aborted) await put({ ...facts, file: new File([blob], file.name, { type: blob.type }) }, signal)
      } catch (error) {
        if (signal.aborted) return
        const fault = error instanceof ImageError ? error.message : IMAGE_FAULTS.notLoaded
        work.set({ isBusy: false, fault, isFleeting: isFleeting() })
      }
    },
    refuse(fault) {
      next({ fault: IMAGE_FAULTS[fault], isFleeting: isFleeting() })
    },
    async restore(read) {
      const signal = next({ isBusy: true })
      const kept = await read().catch(() => null)
      if (signal.aborted) return
      if (kept) await put(kept, signal)
      else work.set(AT_REST)
    },
    remove() {
      next({})
      picture.set(null)
      void keep(null)
    },
  }
}
