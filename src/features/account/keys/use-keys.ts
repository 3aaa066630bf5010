import type { ApiKey, CreateKeyBody } from '@contract/keys'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { isRefusedAs } from '@/lib/http/api-error'
import { useServices } from '@/state/services-context'
import { createKeyApi } from './key-api'

type KeysState = { status: 'loading' | 'failed' | 'signed_out' } | { status: 'ready'; keys: readonly ApiKey[] }

/** Reads, creates, and revokes personal keys. `create` and `revoke` throw what `Http.request` throws. */
export function useKeys() {
  const { api: http } = useServices()
  const api = useMemo(() => createKeyApi(http), [http])
  const [state, setState] = useState<KeysState>({ status: 'loading' })

  const load = useCallback(async () => {
    try {
      setState({ status: 'ready', keys: await api.list() })
    } catch (error) {
      setState({ status: isRefusedAs(error, 'unauthorized') ? 'signed_out' : 'failed' })
    }
  }, [api])

  useEffect(() => void load(), [load])

  const change = (next: (keys: readonly ApiKey[]) => readonly ApiKey[]) =>
    setState((now) => (now.status === 'ready' ? { ...now, keys: next(now.keys) } : now))

  return {
    state,
    retry() {
      setState({ status: 'loading' })
      void load()
    },
    /** Returns the secret, which is shown once. */
    async create(body: CreateKeyBody): Promise<string> {
      try {
        const { key, secret } = await api.create(body)
        change((keys) => [key, ...keys])
        return secret
      } catch (error) {
        // Without an answer there may be a key, which nobody knows: it can be revoked here.
        void load()
        throw error
      }
    },
    async revoke(keyId: string): Promise<void> {
      await api.revoke(keyId)
      change((keys) => keys.filter(({ id }) => id !== keyId))
    },
  }
}
