// The one way a picture comes into the form, whether chosen, dropped, pasted or handed over by 'use again'.
import { createStore, type Store } from '@/lib/store'
import type { Picture } from './picture'
import { PICTURE_FAULTS, PictureError, type PictureFault } from './picture-faults'
import type { PreparePicture } from './prepare-in-worker'

/** What is being done with the file that was handed over last, and what was wrong with it. */
export interface PictureWork {
  isBusy: boolean
  fault: string | null
}

export interface PictureIntake {
  /** Kept while the app is open, so that a visit to the login page does not lose it. */
  picture: Store<Picture | null>
  work: Store<PictureWork>
  /** Resolves when the file is in the form or its fault is said. Never rejects. */
  take(file: File): Promise<void>
  /** Says what was wrong with something that was not even a file. The picture that is there stays. */
  refuse(fault: PictureFault): void
  remove(): void
}

const AT_REST: PictureWork = { isBusy: false, fault: null }

export function createPictureIntake(prepare: PreparePicture): PictureIntake {
  const picture = createStore<Picture | null>(null)
  const work = createStore<PictureWork>(AT_REST)
  // Of two files chosen in a hurry the later one counts, whichever is ready first.
  let current = new AbortController()

  function next(state: PictureWork): AbortSignal {
    current.abort()
    current = new AbortController()
    work.set(state)
    return current.signal
  }

  return {
    picture,
    work,
    async take(file) {
      const signal = next({ isBusy: true, fault: null })
      try {
        const { blob, ...facts } = await prepare(file, signal)
        if (signal.aborted) return
        picture.set({ ...facts, file: new File([blob], file.name, { type: blob.type }) })
        work.set(AT_REST)
      } catch (error) {
        if (signal.aborted) return
        work.set({ isBusy: false, fault: error instanceof PictureError ? error.message : PICTURE_FAULTS.notLoaded })
      }
    },
    refuse(fault) {
      next({ isBusy: false, fault: PICTURE_FAULTS[fault] })
    },
    remove() {
      next(AT_REST)
      picture.set(null)
    },
  }
}
