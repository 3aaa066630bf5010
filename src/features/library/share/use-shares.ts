import type { CreateShareBody, Share } from '@contract/shares'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { isRefusedAs } from '@/lib/http/api-error'
import { useServices } from '@/state/services-context'
import { createShareApi } from './share-api'

type SharesState =
  | { status: 'loading' | 'failed' | 'signed_out' }
  | { status: 'ready'; isBlocked: boolean; shares: readonly Share[] }

/** Reads, creates, and revokes the links of a video. `create` and `revoke` throw what `Http.request` throws. */
export function useShares(jobId: string) {
  const { api: http } = useServices()
  const api = useMemo(() => createShareApi(http), [http])
  const [state, setState] = useState<SharesState>({ status: 'loading' })

  const load = useCallback(async () => {
    try {
      setState({ status: 'ready', ...(await api.list(jobId)) })
    } catch (error) {
      setState({ status: isRefusedAs(error, 'unauthorized') ? 'signed_out' : 'failed' })
    }
  }, [api, jobId])

  useEffect(() => void load(), [load])

  const change = (next: (shares: readonly Share[]) => readonly Share[]) =>
    setState((now) => (now.status === 'ready' ? { ...now, shares: next(now.shares) } : now))

  return {
    state,
    retry() {
      setState({ status: 'loading' })
      void load()
    },
    async create(body: CreateShareBody): Promise<{ share: Share; token: string }> {
      try {
        const created = await api.create(jobId, body)
        change((shares) => [created.share, ...shares])
        return created
      } catch (error) {
        // Without an answer there may be a link, which nobody knows: it can be revoked here.
        void load()
        throw error
      }
    },
    async revoke(shareId: string): Promise<void> {
      await api.revoke(shareId)
      change((shares) => shares.filter(({ id }) => id !== shareId))
    },
  }
}
