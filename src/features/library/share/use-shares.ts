import type { CreateShareBody, Share } from '@contract/shares'
import { useCallback, useMemo } from 'react'
import { useServices } from '@/state/services-context'
import { useRemote } from '@/state/use-remote'
import { createShareApi } from './share-api'

/** Reads, creates, and revokes a video's links. `create` and `revoke` throw the errors of `Http.request`. */
export function useShares(jobId: string) {
  const { api: http } = useServices()
  const api = useMemo(() => createShareApi(http), [http])
  const { data, error, load, reload, change } = useRemote(useCallback(() => api.list(jobId), [api, jobId]))
  return {
    data,
    error,
    reload,
    async create(body: CreateShareBody): Promise<{ share: Share; token: string }> {
      try {
        const created = await api.create(jobId, body)
        change((now) => ({ ...now, shares: [created.share, ...now.shares] }))
        return created
      } catch (error) {
        // If the response was lost, there may be a link whose address is unknown. Load the list, so that the user can
        // revoke the link.
        void load()
        throw error
      }
    },
    async revoke(shareId: string): Promise<void> {
      await api.revoke(shareId)
      change((now) => ({ ...now, shares: now.shares.filter(({ id }) => id !== shareId) }))
    },
  }
}
