import type { CastMember, CreateCastMemberBody } from '@contract/cast'
import { tidyCastName } from '@contract/visible-text'
import { useCallback, useMemo } from 'react'
import { ApiError } from '@/lib/http/api-error'
import { useServices } from '@/state/services-context'
import { useSession } from '@/state/session/use-session'
import { useOnline } from '@/state/use-online'
import { useRemote } from '@/state/use-remote'
import { createCastApi } from './cast-api'

/** The user's members, and the calls that change them. `save` and `remove` throw the errors of `Http.request`. */
export interface Cast {
  members: readonly CastMember[]
  upload: (file: File) => Promise<string>
  uploadVoice: (file: File) => Promise<string>
  /** Adds a member, or changes the given one. */
  save: (member: CastMember | null, fields: CreateCastMemberBody) => Promise<void>
  remove: (memberId: string) => Promise<void>
}

type CastState =
  | { status: 'loading' }
  | { status: 'ready'; cast: Cast }
  | { status: 'failed' }
  /** The backend has no cast. */
  | { status: 'missing' }
  | { status: 'signed_out' }

/** Reads the signed-in user's cast, and again after a change of user or when the network returns. */
export function useCast(): { state: CastState; reload: () => void } {
  const { api: http } = useServices()
  const api = useMemo(() => createCastApi(http), [http])
  const { status, userId } = useSession()
  const isOnline = useOnline()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user has another cast
  const read = useCallback((signal: AbortSignal) => api.list(signal), [api, userId])
  const { data: members, error, isLoading, load, reload, change } = useRemote(read, userId !== null && isOnline)

  return { state: describe(), reload }

  function describe(): CastState {
    if (userId === null && status === 'signed_out') return { status: 'signed_out' }
    if (members)
      return { status: 'ready', cast: { members, upload: api.upload, uploadVoice: api.uploadVoice, save, remove } }
    if (isOnline && (isLoading || !error)) return { status: 'loading' }
    return { status: error instanceof ApiError && error.status === 404 ? 'missing' : 'failed' }
  }

  async function save(member: CastMember | null, fields: CreateCastMemberBody): Promise<void> {
    if (member) {
      const saved = await api.change(member.id, fields)
      return change((members) => members.map((one) => (one.id === saved.id ? saved : one)))
    }
    try {
      const saved = await api.create(fields)
      change((members) => [saved, ...members])
    } catch (cause) {
      // If only the response was lost, the list has the new member.
      if (cause instanceof ApiError || !hasNew(await load(), fields.name)) throw cause
    }
  }

  function hasNew(now: readonly CastMember[] | null, name: string): boolean {
    const wanted = tidyCastName(name).toLowerCase()
    const isNew = ({ id }: CastMember) => !members?.some((before) => before.id === id)
    return now?.some((one) => isNew(one) && one.name.toLowerCase() === wanted) ?? false
  }

  async function remove(memberId: string): Promise<void> {
    await api.delete(memberId)
    change((members) => members.filter(({ id }) => id !== memberId))
  }
}
