import type { CreateShareBody, Share } from '@contract/shares'
import { useCallback, useMemo } from 'react'
import { useServices } from '@/state/services-context'
import { useRemote } from '@/state/use-remote'
import { createShareApi } from './share-api'

/** Reads, creates, and revokes the links of a video. `create` and `revoke` throw what `Http.request` throws. */
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
        // Without an answer there may be a link, which nobody knows: it can be revoked here.
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
