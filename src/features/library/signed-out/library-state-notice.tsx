import { useLocation } from 'react-router-dom'
import { Button } from '@/components/button'
import { ButtonLink } from '@/components/button-link'
import { paths } from '@/config/paths'
import { useSession, useSessionStore } from '@/state/session/use-session'
import { LibraryNotice } from './library-notice'
import type { LibraryState } from './library-state'
import { LIBRARY_TEXT } from './library-text'

interface LibraryStateNoticeProps {
  state: Exclude<LibraryState, 'loading' | 'ready' | 'unreachable'>
  level: 'h2' | 'h3'
}

/** Explains why no videos can be shown, and offers a fix. */
export function LibraryStateNotice({ state, level }: LibraryStateNoticeProps) {
  const { signInCode } = useSession()
  const session = useSessionStore()
  const { pathname, search } = useLocation()
  switch (state) {
    case 'not_kept':
      return <p className="border-t border-hairline py-8 text-soft">{LIBRARY_TEXT.notKept}</p>
    case 'cut_off':
      return (
        <LibraryNotice level={level} title={LIBRARY_TEXT.cutOff} hint={LIBRARY_TEXT.cutOffHint}>
          <Button variant="secondary" busy={signInCode === 'retrying'} onClick={session.retry}>
            Try again
          </Button>
        </LibraryNotice>
      )
    case 'signed_out':
      return (
        <LibraryNotice level={level} title={LIBRARY_TEXT.signedOut} hint={LIBRARY_TEXT.signedOutHint}>
          {/* A sign-in from the generator always leads to the home page. */}
          <ButtonLink
            to={paths.login}
            state={pathname === paths.createVideo ? null : { from: pathname + search }}
            variant="secondary"
          >
            Login
          </ButtonLink>
        </LibraryNotice>
      )
    default:
      return state satisfies never
  }
}

export function UnreachableNotice({ level, onRetry }: { level: 'h2' | 'h3'; onRetry: () => void }) {
  return (
    <LibraryNotice level={level} title={LIBRARY_TEXT.failed} hint={LIBRARY_TEXT.failedHint} isAlert>
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    </LibraryNotice>
  )
}
