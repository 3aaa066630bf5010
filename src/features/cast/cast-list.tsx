import type { CastMember } from '@contract/cast'
import { MAX_CAST_MEMBERS } from '@contract/fields'
import { UserRoundPlus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/button'
import { Notice } from '@/components/tracks/notice'
import { useOnline } from '@/state/use-online'
import { CAST_TEXT } from './cast-text'
import { DeleteMember } from './delete-member'
import { CastDialog } from './form/cast-dialog'
import { MemberForm } from './form/member-form'
import type { PrepareImage } from './form/use-draft-images'
import { MemberCard } from './member-card'
import type { Cast } from './use-cast'

export const gridClass = 'grid grid-cols-1 gap-5 sm:grid-cols-2 sm:gap-7 lg:grid-cols-3'

interface CastListProps {
  cast: Cast
  prepareImage: PrepareImage
  /** Moves the focus to the page's title, when the button that had it is gone. */
  focusTitle: () => void
}

export function CastList({ cast, prepareImage, focusTitle }: CastListProps) {
  const { members } = cast
  const isOnline = useOnline()
  /** The member to change, or null for a new one. Undefined while the form is closed. */
  const [edited, setEdited] = useState<CastMember | null>()
  const [deleted, setDeleted] = useState<CastMember | null>(null)
  const [done, setDone] = useState('')
  const isFull = members.length >= MAX_CAST_MEMBERS

  const wasOpen = useRef(false)
  useEffect(() => {
    const isOpen = edited !== undefined || deleted !== null
    if (wasOpen.current && !isOpen && document.activeElement === document.body) focusTitle()
    wasOpen.current = isOpen
  }, [edited, deleted, focusTitle])

  const add = (
    <Button disabled={!isOnline || isFull} onClick={() => setEdited(null)}>
      <UserRoundPlus aria-hidden="true" className="size-4" />
      {CAST_TEXT.add}
    </Button>
  )
  return (
    <>
      {members.length === 0 ? (
        <Notice level="h2" title={CAST_TEXT.empty} hint={CAST_TEXT.emptyHint}>
          {add}
        </Notice>
      ) : (
        <>
          <div className="mb-6 flex flex-wrap items-center gap-x-5 gap-y-3">
            {add}
            <p className="text-sm text-soft tabular-nums">
              {members.length} of {MAX_CAST_MEMBERS}
            </p>
          </div>
          <ul aria-label={CAST_TEXT.title} className={gridClass}>
            {members.map((member) => (
              <MemberCard
                key={member.id}
                member={member}
                isOnline={isOnline}
                onEdit={() => setEdited(member)}
                onDelete={() => setDeleted(member)}
              />
            ))}
          </ul>
        </>
      )}
      {(isFull || !isOnline) && (
        <p className="mt-6 max-w-prose text-sm text-soft">{isOnline ? CAST_TEXT.full : CAST_TEXT.offline}</p>
      )}
      <p role="status" className="sr-only">
        {done}
      </p>
      {edited !== undefined && (
        <CastDialog title={edited ? `Edit ${edited.name}` : CAST_TEXT.add} onClose={() => setEdited(undefined)}>
          {(close) => (
            <MemberForm
              cast={cast}
              member={edited}
              prepareImage={prepareImage}
              onSaved={(name) => setDone(`${name} is saved.`)}
              onCancel={close}
            />
          )}
        </CastDialog>
      )}
      {deleted && (
        <DeleteMember
          member={deleted}
          onDelete={async () => {
            await cast.remove(deleted.id)
            setDone(`${deleted.name} is deleted.`)
          }}
          onClose={() => setDeleted(null)}
        />
      )}
    </>
  )
}
