import type { SharedVideo } from '@contract/shares'
import { useCallback, useEffect, useState } from 'react'
import { useServices } from '@/state/services-context'
import { getStatus } from './get-status'
import { fetchShared } from './shared-api'

type SharedState =
  | { status: 'loading' }
  | { status: 'shown'; video: SharedVideo }
  /** `missing`: the link doesn't work, whatever the reason. `busy`: too many requests. */
  | { status: 'missing' | 'busy' | 'failed' }

/** Opens a link. `renew` returns fresh addresses, or null. */
export function useSharedVideo(token: string) {
  const { api } = useServices()
  const [state, setState] = useState<SharedState>({ status: 'loading' })
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    let isStale = false
    const show = (next: SharedState) => {
      if (!isStale) setState(next)
    }
    show({ status: 'loading' })
    fetchShared(api, token).then(
      (video) => show({ status: 'shown', video: keepPoster(video) }),
      (error) => show({ status: classify(error) }),
    )
    return () => {
      isStale = true
    }
  }, [api, token, attempt])

  const retry = useCallback(() => setAttempt((before) => before + 1), [])
  const renew = useCallback(() => fetchShared(api, token, true).catch(() => null), [api, token])
  return { state, retry, renew }
}

/** Takes the poster's address from the file if it brought one: each address is signed anew, and would be loaded again. */
function keepPoster({ poster, ...video }: SharedVideo): SharedVideo {
  const url = document.querySelector<HTMLImageElement>('[data-poster] > img')?.src
  return { ...video, poster: poster && url ? { ...poster, url } : poster }
}

function classify(error: unknown): 'missing' | 'busy' | 'failed' {
  const status = getStatus(error)
  return status === 404 ? 'missing' : status === 429 ? 'busy' : 'failed'
}
