import type { CreateKeyBody } from '@contract/keys'
import { useMemo } from 'react'
import { useServices } from '@/state/services-context'
import { useRemote } from '@/state/use-remote'
import { createKeyApi } from './key-api'

/** Reads, creates, and revokes personal keys. `create` and `revoke` throw the errors of `Http.request`. */
export function useKeys() {
  const { api: http } = useServices()
  const api = useMemo(() => createKeyApi(http), [http])
  const { data: keys, error, load, reload, change } = useRemote(api.list)
  return {
    keys,
    error,
    reload,
    /** Returns the secret, which is shown once. */
    async create(body: CreateKeyBody): Promise<string> {
      try {
        const { key, secret } = await api.create(body)
        change((keys) => [key, ...keys])
        return secret
      } catch (error) {
        // If the response was lost, there may be a key whose secret is unknown. Load the list, so that the user can
        // revoke the key.
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
