import { OutdatedPage, reloadOutdatedPage } from '@/lib/browser/missing-code'
import { MissingCode } from './missing-code'

interface FailedActionProps {
  cause: unknown
  /** The sentence if the action's code isn't gone. */
  text: string
  className: string
}

/** Says that an action failed, next to the button that starts it again. Offers a reload if the action's code is gone. */
export function FailedAction({ cause, text, className }: FailedActionProps) {
  if (cause instanceof OutdatedPage) {
    return <MissingCode code={{ isOutdated: true, retry: reloadOutdatedPage }} text={text} className={className} />
  }
  return (
    <p role="alert" className={className}>
      {text}
    </p>
  )
}
