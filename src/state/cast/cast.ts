// Stores the signed-in user's cast for the whole page. It is cleared when the user changes.
import type { CastMember } from '@contract/cast'
import { ApiError } from '@/lib/http/api-error'
import { memoizeByKey } from '@/lib/memoize-by-key'
import type { Services } from '@/lib/services'
import { createStore, type Readable } from '@/lib/store'
import { getSessionStore } from '@/state/session/session'
import { createCastApi } from './cast-api'

export interface CastState {
  /** The last response, newest member first. It stays during the next read, and after a failed one. */
  members: readonly CastMember[] | null
  /** The error of the last finished read. Null if it succeeded. */
  error: unknown
  isLoading: boolean
}

export interface CastStore extends Readable<CastState> {
  /** Reads the cast. Resolves with null if that failed, or if another read or a change replaced this one. Never rejects. */
  load(): Promise<readonly CastMember[] | null>
  /** Applies a change that the server has made. */
  change(next: (members: readonly CastMember[]) => readonly CastMember[]): void
}

/** `missing`: the backend has no cast. */
export type CastStatus = 'loading' | 'ready' | 'failed' | 'missing'

export function getCastStatus({ members, error, isLoading }: CastState): CastStatus {
  if (members) return 'ready'
  if (isLoading || !error) return 'loading'
  return error instanceof ApiError && error.status === 404 ? 'missing' : 'failed'
}

/** Addresses of images are valid for an hour. Until shortly before its end they are kept, because a new one loads its image again. */
const KEEP_URLS_MS = 50 * 60 * 1000

const NOTHING: CastState = { members: null, error: null, isLoading: false }

export const getCastStore = memoizeByKey(createCastStore)

function createCastStore(services: Services): CastStore {
  const api = createCastApi(services.api)
  const session = getSessionStore(services)
  const { set, ...store } = createStore(NOTHING)
  let owner: string | null = null
  let running: AbortController | undefined
  /** The address of each image, with the time until which it is kept. */
  let urls = new Map<string, { url: string; until: number }>()

  function belongTo(userId: string | null) {
    if (userId === owner) return
    owner = userId
    running?.abort()
    urls = new Map()
    set(NOTHING)
  }

  function keepUrls(members: readonly CastMember[]): CastMember[] {
    const now = Date.now()
    return members.map((member) => ({
      ...member,
      images: member.images.map(({ id, url }) => {
        const known = urls.get(id)
        if (known && known.until > now) return { id, url: known.url }
        if (url) urls.set(id, { url, until: now + KEEP_URLS_MS })
        return { id, url }
      }),
    }))
  }

  session.onUser(belongTo)

  return {
    ...store,
    async load() {
      const { userId } = session.get()
      if (userId === null) return null
      belongTo(userId)
      running?.abort()
      running = new AbortController()
      const { signal } = running
      set({ ...store.get(), isLoading: true })
      try {
        const read = await api.list(signal)
        if (signal.aborted) return null
        const members = keepUrls(read)
        set({ members, error: null, isLoading: false })
        return members
      } catch (error) {
        if (!signal.aborted) set({ ...store.get(), error, isLoading: false })
        return null
      }
    },
    change(next) {
      const { members } = store.get()
      if (!members) return
      // A read that is on its way may not contain the change.
      running?.abort()
      set({ members: next(members), error: null, isLoading: false })
    },
  }
}
