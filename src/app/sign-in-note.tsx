import { CloudOff } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { Button } from '@/components/button'
import { paths } from '@/config/paths'
import { useSession, useSessionStore } from '@/state/session/use-session'

/**
 * Shows sign-in problems on every page except the sign-in page, which shows them itself. The live region is always
 * rendered, because screen readers ignore a region that is added together with its text. The note is above the home
 * page's first screen, which begins behind the header.
 */
export function SignInNote() {
  const { signInCode } = useSession()
  const { retry } = useSessionStore()
  const isElsewhere = useLocation().pathname !== paths.login
  return (
    <div role="status" aria-label="Sign-in">
      {signInCode !== 'fine' && isElsewhere && (
        <div className="relative z-10 animate-rise border-y border-hairline bg-raise">
          <div className="frame flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-3 text-[0.9375rem]">
            <p className="flex max-w-3xl items-start gap-3">
              <CloudOff aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-amber" />
              We couldn't load sign-in. Your credits, your videos, and anything you've typed are safe.
            </p>
            <Button variant="secondary" size="sm" busy={signInCode === 'retrying'} onClick={retry}>
              Try again
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
