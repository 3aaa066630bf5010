import type { SharedVideo } from '@contract/shares'
import { useCallback, useState } from 'react'
import { useServices } from '@/state/services-context'
import { useRemote } from '@/state/use-remote'
import { getStatus } from './get-status'
import { fetchShared } from './shared-api'
import type { NOTICES } from './shared-text'

type SharedState = { status: 'loading' } | { status: 'shown'; video: SharedVideo } | { status: keyof typeof NOTICES }

const WHOLE_TOKEN = /^[\w-]{22}$/

/** Opens a link. `renew` returns new URLs, or null. */
export function useSharedVideo(token: string) {
  const { api } = useServices()
  const { data, error, reload } = useRemote(
    useCallback(async () => savePoster(await fetchShared(api, token)), [api, token]),
  )
  /** Why an open video can't continue. */
  const [end, setEnd] = useState<'ended' | 'gone' | null>(null)
  async function renew(): Promise<SharedVideo | null> {
    try {
      const video = await fetchShared(api, token, true)
      if (!video.videoUrl) setEnd('gone')
      return video
    } catch (failure) {
      if (getStatus(failure) === 404) setEnd('ended')
      return null
    }
  }
  function retry() {
    setEnd(null)
    reload()
  }
  return { state: findState(), retry, renew }

  function findState(): SharedState {
    if (end) return { status: end }
    if (data) return { status: 'shown', video: data }
    return { status: error === null ? 'loading' : classify(error, token) }
  }
}

/**
 * Uses the poster's URL from the page's file, if any. Every response signs a new URL, which would load the image again.
 */
function savePoster({ poster, ...video }: SharedVideo): SharedVideo {
  const url = document.querySelector<HTMLImageElement>('[data-poster] > img')?.src
  return { ...video, poster: poster && url ? { ...poster, url } : poster }
}

function classify(error: unknown, token: string): keyof typeof NOTICES {
  const status = getStatus(error)
  if (status === 404) return WHOLE_TOKEN.test(token) ? 'missing' : 'cut'
  return status === 429 ? 'busy' : 'failed'
}
