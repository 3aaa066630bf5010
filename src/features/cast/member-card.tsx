import type { CastMember } from '@contract/cast'
import { ImageOff } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '@/components/button'
import { PlayVoice } from '@/components/voice/play-voice'
import { formatVoiceLength } from '@/components/voice/voice-intake'
import { CAST_TEXT, getKindName } from './cast-text'

interface MemberCardProps {
  member: CastMember
  isOnline: boolean
  onEdit: () => void
  onDelete: () => void
}

export function MemberCard({ member, isOnline, onEdit, onDelete }: MemberCardProps) {
  const id = useId()
  const { name, kind, note, images, voice } = member
  const [isMute, setIsMute] = useState(false)
  const [first] = images
  const count = images.length > 1 ? `, ${images.length} images` : ''
  return (
    <li className="video-card">
      <div className="video-picture relative grid place-items-center bg-panel">
        {first?.url ? (
          <img
            src={first.url}
            alt={name}
            loading="lazy"
            decoding="async"
            className="absolute inset-0 size-full object-contain"
          />
        ) : (
          <ImageOff aria-hidden="true" className="size-6 text-soft" />
        )}
      </div>
      <div className="grid min-w-0 gap-1">
        <h2 id={id} dir="auto" className="font-semibold wrap-anywhere">
          {name}
        </h2>
        <p className="text-sm text-soft">
          {getKindName(kind)}
          {count}
        </p>
      </div>
      <div className="flex items-start">
        <Button variant="quiet" size="sm" disabled={!isOnline} aria-describedby={id} onClick={onEdit}>
          Edit
        </Button>
        <Button variant="quiet" size="sm" disabled={!isOnline} aria-describedby={id} onClick={onDelete}>
          Delete
        </Button>
      </div>
      {voice && (
        <div className="col-span-2 -ml-2.5 flex items-center text-sm text-soft">
          <PlayVoice name={name} url={voice.url} onFail={() => setIsMute(true)} />
          <p role="status">{isMute ? CAST_TEXT.voiceFailed : `Voice, ${formatVoiceLength(voice.seconds)}`}</p>
        </div>
      )}
      {note && (
        <p dir="auto" className="col-span-2 line-clamp-3 text-sm text-soft wrap-anywhere">
          {note}
        </p>
      )}
    </li>
  )
}
