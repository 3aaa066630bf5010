import type { AdminAction } from '@contract/admin'
import { useId } from 'react'
import { Button } from '@/components/button'
import { formatCredits } from '@/lib/format-credits'
import { toPlainText } from '@/lib/text'
import { LogTime } from '../log-time'
import { usePeopleTexts } from './texts/people-texts'
import type { PeopleTexts } from './texts/zh'

interface ActionRowProps {
  action: AdminAction
  isOnline: boolean
  isBusy: boolean
  onShowUser: (userId: string) => void
  onRestore: () => void
}

export function ActionRow({ action, isOnline, isBusy, onShowUser, onRestore }: ActionRowProps) {
  const text = usePeopleTexts().actions
  const id = useId()
  const { admin, createdAt, email, userId, jobId, title, isTakenDown } = action
  return (
    <li className="grid gap-x-6 gap-y-2 py-4 first:pt-0 md:grid-cols-[13rem_minmax(0,1fr)_auto]">
      <div className="text-sm text-soft tabular-nums">
        <LogTime time={new Date(createdAt)} />
        <p className="wrap-anywhere">
          <bdi>{text.by(toPlainText(admin))}</bdi>
        </p>
      </div>
      <div id={id} className="grid min-w-0 gap-1">
        <p className="font-semibold">{text.names[action.action]}</p>
        {userId && (
          <p className="wrap-anywhere">
            <bdi>{toPlainText(email) || `${text.deletedUser} ${userId}`}</bdi>
          </p>
        )}
        {jobId && (
          <p dir="auto" className="line-clamp-2 text-soft wrap-anywhere">
            {title || text.deletedVideo}
          </p>
        )}
        {listDetails(action, text).map((line) => (
          <p key={line} className="text-soft wrap-anywhere">
            <bdi>{line}</bdi>
          </p>
        ))}
      </div>
      <div className="flex flex-wrap items-start gap-3">
        {isTakenDown && (
          <Button
            variant="secondary"
            size="sm"
            busy={isBusy}
            disabled={!isOnline}
            aria-describedby={id}
            onClick={onRestore}
          >
            {text.restore}
          </Button>
        )}
        {userId && email && (
          <Button
            variant="quiet"
            size="sm"
            disabled={!isOnline}
            aria-describedby={id}
            onClick={() => onShowUser(userId)}
          >
            {text.show}
          </Button>
        )}
      </div>
    </li>
  )
}

function listDetails(
  { credits, settings, added, removed, reason }: AdminAction,
  text: PeopleTexts['actions'],
): string[] {
  const words: Record<string, string> = { on: text.on, off: text.off }
  return [
    ...(credits === undefined ? [] : [`+${formatCredits(credits)}`]),
    ...(settings ?? []).map(({ name, value }) => `${name}: ${words[value] ?? value}`),
    ...(added?.length ? [text.added(added.join(', '))] : []),
    ...(removed?.length ? [text.removed(removed.join(', '))] : []),
    ...(reason ? [text.reason(toPlainText(reason))] : []),
  ]
}
