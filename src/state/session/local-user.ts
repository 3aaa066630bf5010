// The entry `user`, shared by all windows. Without a session it counts as signed in until the server refuses.

import { ENTRY, type LocalUser, localUserShape, readEntry, removeEntry, writeEntry } from '@/lib/browser/storage'
import { oncePer } from '@/lib/once-per'
import type { Services } from '@/lib/services'
import { createStore } from '@/lib/store'

export const localUserFor = oncePer((_services: Services) => createLocalUser())

function createLocalUser() {
  const store = createStore<LocalUser | null>(readEntry(ENTRY.user, localUserShape))
  const onStorage = ({ key }: StorageEvent) => {
    if (key === ENTRY.user || key === null) store.set(readEntry(ENTRY.user, localUserShape))
  }
  let listeners = 0
  return {
    get: store.get,
    subscribe(onChange: () => void) {
      if (listeners === 0) window.addEventListener('storage', onStorage)
      listeners += 1
      const unsubscribe = store.subscribe(onChange)
      return () => {
        unsubscribe()
        listeners -= 1
        if (listeners === 0) window.removeEventListener('storage', onStorage)
      }
    },
    save(user: LocalUser) {
      writeEntry(ENTRY.user, user)
      store.set(user)
    },
    drop() {
      removeEntry(ENTRY.user)
      removeEntry(ENTRY.token)
      store.set(null)
    },
  }
}
