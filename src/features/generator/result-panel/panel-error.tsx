import { CircleAlert } from 'lucide-react'
import { Button } from '@/components/button'
import { joinClasses } from '@/components/join-classes'
import type { JobFailure } from '@/state/jobs/failure'
import { PanelNotice } from './panel-notice'

interface PanelErrorProps {
  failure: JobFailure
  onReset: () => void
}

/** The length in characters from which a message has smaller type. Such a message quotes the provider's response. */
const LONG = 150

/** Shows the error. The links to sign in and to buy credits are below the Generate button. */
export function PanelError({ failure, onReset }: PanelErrorProps) {
  const { message } = failure
  return (
    <PanelNotice kind="failed">
      <CircleAlert aria-hidden="true" className="size-8 text-bad" />
      <div role="alert" className="grid max-w-xl gap-2">
        <p className={joinClasses('font-semibold wrap-anywhere', message.length < LONG && 'text-heading')}>{message}</p>
        {failure.detail && <p className="text-soft wrap-anywhere">{failure.detail}</p>}
        {failure.charge && <p className="text-ok">{failure.charge}</p>}
      </div>
      <Button onClick={onReset}>Try Again</Button>
    </PanelNotice>
  )
}
