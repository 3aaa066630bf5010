import { CircleAlert } from 'lucide-react'
import { Button } from '@/components/button'
import { ButtonLink } from '@/components/button-link'
import { joinClasses } from '@/components/join-classes'
import { FROM_GENERATOR, paths } from '@/config/paths'
import type { JobFailure } from '@/state/jobs/failure'
import { PanelNotice } from './panel-notice'

interface PanelErrorProps {
  failure: JobFailure
  onReset: () => void
}

/** The length in characters from which a message has smaller type. Such a message quotes the provider's response. */
const LONG = 150

/** Shows the error. The first button is the most helpful one. */
export function PanelError({ failure, onReset }: PanelErrorProps) {
  const { kind, message } = failure
  return (
    <PanelNotice kind="failed">
      <CircleAlert aria-hidden="true" className="size-8 text-bad" />
      <div role="alert" className="grid max-w-xl gap-2">
        <p className={joinClasses('font-semibold wrap-anywhere', message.length < LONG && 'text-heading')}>{message}</p>
        {failure.detail && <p className="text-soft wrap-anywhere">{failure.detail}</p>}
        {failure.charge && <p className="text-ok">{failure.charge}</p>}
      </div>
      <div className="flex flex-wrap gap-3">
        {kind === 'sign_in' && (
          <ButtonLink to={paths.login} state={FROM_GENERATOR}>
            Login
          </ButtonLink>
        )}
        {kind === 'credits' && <ButtonLink to={paths.pricing}>Buy Credits</ButtonLink>}
        <Button variant={kind === 'sign_in' || kind === 'credits' ? 'secondary' : 'primary'} onClick={onReset}>
          Try Again
        </Button>
      </div>
    </PanelNotice>
  )
}
