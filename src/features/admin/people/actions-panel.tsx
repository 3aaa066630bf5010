import type { AdminAction, AdminActions } from '@contract/admin'
import { useCallback, useState } from 'react'
import { Button } from '@/components/button'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { Panel } from '@/components/panel'
import { Skeleton } from '@/components/skeleton'
import { isRefusedAs } from '@/lib/http/api-error'
import { FailureNote } from '../failure-note'
import { useAdminCall } from '../use-admin-call'
import { useAdminRead } from '../use-admin-read'
import { ActionRow } from './action-row'
import type { PeoplePanelProps } from './people-api'
import { usePeopleTexts } from './texts/people-texts'

interface ActionsPanelProps extends PeoplePanelProps {
  /** The list is read again whenever this value changes. */
  changes: number
  onShowUser: (userId: string) => void
}

/** Everything that administrators did, newest first, with the button that undoes a take-down. */
export function ActionsPanel({ api, isOnline, changes, onRefused, onShowUser }: ActionsPanelProps) {
  const text = usePeopleTexts().actions
  const read = useCallback((signal: AbortSignal) => api.fetchActions(null, signal), [api])
  const { data: found, failure, isLoading, load } = useAdminRead(read, onRefused, true, [changes])
  const restoring = useAdminCall(onRefused)
  const [asked, setAsked] = useState<AdminAction | null>(null)
  const [outcome, setOutcome] = useState<'restored' | 'gone' | null>(null)

  const loadMore = ({ actions, nextCursor }: AdminActions) =>
    load(async (signal) => {
      const page = await api.fetchActions(nextCursor, signal)
      return { ...page, actions: [...actions, ...page.actions] }
    })
  const restore = ({ jobId }: AdminAction) => {
    setAsked(null)
    setOutcome(null)
    return restoring.run(async () => {
      try {
        if (jobId) await api.restore(jobId)
        setOutcome('restored')
      } catch (error) {
        if (!isRefusedAs(error, 'not_found')) throw error
        setOutcome('gone')
      }
      void load()
    })
  }

  return (
    <Panel heading={text.heading} aside={text.aside}>
      <div className="grid gap-4 p-4 sm:p-6">
        {failure && !isLoading && <FailureNote failure={failure} />}
        {restoring.failure && <FailureNote failure={restoring.failure} />}
        <p role="status" className="text-ok empty:sr-only">
          {outcome && text[outcome]}
        </p>
        {!found && isLoading && (
          <div>
            <p role="status" className="sr-only">
              {text.loading}
            </p>
            <Skeleton className="h-40 w-full" />
          </div>
        )}
        {found?.actions.length === 0 && <p className="text-soft">{text.none}</p>}
        {found && found.actions.length > 0 && (
          <ul className="divide-y divide-hairline">
            {found.actions.map((action) => (
              <ActionRow
                key={action.id}
                action={action}
                isOnline={isOnline}
                isBusy={restoring.isBusy}
                onShowUser={onShowUser}
                onRestore={() => setAsked(action)}
              />
            ))}
          </ul>
        )}
        <div className="flex flex-wrap gap-3">
          {found && found.nextCursor !== null && (
            <Button
              variant="secondary"
              size="sm"
              busy={isLoading}
              disabled={!isOnline}
              onClick={() => void loadMore(found)}
            >
              {text.more}
            </Button>
          )}
          <Button variant="secondary" size="sm" busy={isLoading} disabled={!isOnline} onClick={() => void load()}>
            {text.refresh}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        isOpen={asked !== null}
        title={text.confirm.title}
        confirmLabel={text.restore}
        confirmVariant="primary"
        cancelLabel={text.confirm.cancel}
        onConfirm={() => asked && void restore(asked)}
        onCancel={() => setAsked(null)}
      >
        <p dir="auto" className="line-clamp-2 text-text wrap-anywhere">
          {asked?.title}
        </p>
        <p>{text.confirm.text}</p>
      </ConfirmDialog>
    </Panel>
  )
}
