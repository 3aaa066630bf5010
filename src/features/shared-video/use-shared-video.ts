import type { SharedVideo } from '@contract/shares'
import { useCallback } from 'react'
import { useServices } from '@/state/services-context'
import { useRemote } from '@/state/use-remote'
import { getStatus } from './get-status'
import { fetchShared } from './shared-api'

type SharedState =
  | { status: 'loading' }
  | { status: 'shown'; video: SharedVideo }
  /** `missing`: the link doesn't work, for any reason. `busy`: too many requests. */
  | { status: 'missing' | 'busy' | 'failed' }

/** Opens a link. `renew` returns new URLs, or null. */
export function useSharedVideo(token: string) {
  const { api } = useServices()
  const { data, error, reload } = useRemote(
    useCallback(async () => savePoster(await fetchShared(api, token)), [api, token]),
  )
  const state: SharedState = data
    ? { status: 'shown', video: data }
    : { status: error === null ? 'loading' : classify(error) }
  const renew = useCallback(() => fetchShared(api, token, true).catch(() => null), [api, token])
  return { state, retry: reload, renew }
}

/**
 * Uses the poster's URL from the page's file, if any. Every response signs a new URL, which would load the image again.
 */
function savePoster({ poster, ...video }: SharedVideo): SharedVideo {
  const url = document.querySelector<HTMLImageElement>('[data-poster] > img')?.src
  return { ...video, poster: poster && url ? { ...poster, url } : poster }
}

function classify(error: unknown): 'missing' | 'busy' | 'failed' {
  const status = getStatus(error)
  return status === 404 ? 'missing' : status === 429 ? 'busy' : 'failed'
}
