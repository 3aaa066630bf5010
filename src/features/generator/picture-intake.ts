// The one way a picture comes into the form, whether chosen, dropped, pasted or handed over by 'use again'.

import { createStore, type Store } from '@/lib/store'
import { MESSAGES } from './messages'
import { checkPicture, type Picture, PictureError } from './picture'

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
  remove(): void
}

const AT_REST: PictureWork = { isBusy: false, fault: null }

export function createPictureIntake(): PictureIntake {
  const picture = createStore<Picture | null>(null)
  const work = createStore<PictureWork>(AT_REST)
  // Of two files chosen in a hurry the later one counts, whichever is checked first.
  let latest = 0
  return {
    picture,
    work,
    async take(file) {
      latest += 1
      const turn = latest
      work.set({ isBusy: true, fault: null })
      try {
        const checked = await checkPicture(file)
        if (turn !== latest) return
        picture.set(checked)
        work.set(AT_REST)
      } catch (error) {
        if (turn !== latest) return
        work.set({ isBusy: false, fault: error instanceof PictureError ? error.message : MESSAGES.fallback })
      }
    },
    remove() {
      latest += 1
      work.set(AT_REST)
      picture.set(null)
    },
  }
}
