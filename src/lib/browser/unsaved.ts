import { createStore } from '@/lib/store'

/** How many parts of the page hold something that a reload would lose, such as a secret that is shown once. */
export const unsavedParts = createStore(0)
