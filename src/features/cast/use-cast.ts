import type { CastMember, CreateCastMemberBody } from '@contract/cast'
import { tidyCastName } from '@contract/visible-text'
import { useEffect, useMemo } from 'react'
import { useStore } from '@/components/hooks/use-store'
import { ApiError } from '@/lib/http/api-error'
import { getCastStatus, getCastStore } from '@/state/cast/cast'
import { createCastApi } from '@/state/cast/cast-api'
import { useServices } from '@/state/services-context'
import { useSession } from '@/state/session/use-session'
import { useOnline } from '@/state/use-online'

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
export function useCast(): { state: CastState; reload: () => Promise<unknown> } {
  const services = useServices()
  const store = getCastStore(services)
  const { load, change } = store
  const api = useMemo(() => createCastApi(services.api), [services])
  const { status, userId } = useSession()
  const isOnline = useOnline()
  const cast = useStore(store)
  const { members } = cast
  useEffect(() => {
    if (userId !== null && isOnline) void load()
  }, [load, userId, isOnline])

  return { state: describe(), reload: load }

  function describe(): CastState {
    if (userId === null && status === 'signed_out') return { status: 'signed_out' }
    if (members)
      return { status: 'ready', cast: { members, upload: api.upload, uploadVoice: api.uploadVoice, save, remove } }
    const now = getCastStatus(cast)
    // Nothing loads without a network.
    return { status: now === 'missing' || (now === 'loading' && isOnline) ? now : 'failed' }
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
