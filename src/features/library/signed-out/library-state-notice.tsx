import { useLocation } from 'react-router-dom'
import { Button } from '@/components/button'
import { ButtonLink } from '@/components/button-link'
import { useMissingCode } from '@/components/missing-code/missing-code'
import { Notice } from '@/components/tracks/notice'
import { FROM_GENERATOR, paths } from '@/config/paths'
import { useSession, useSessionStore } from '@/state/session/use-session'
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
        <Notice level={level} title={LIBRARY_TEXT.cutOff} hint={LIBRARY_TEXT.cutOffHint}>
          <Button variant="secondary" busy={signInCode === 'retrying'} onClick={session.retry}>
            Try again
          </Button>
        </Notice>
      )
    case 'signed_out':
      return (
        <Notice level={level} title={LIBRARY_TEXT.signedOut} hint={LIBRARY_TEXT.signedOutHint}>
          <ButtonLink
            to={paths.login}
            state={pathname === paths.createVideo ? FROM_GENERATOR : { from: pathname + search }}
            variant="secondary"
          >
            Login
          </ButtonLink>
        </Notice>
      )
    default:
      return state satisfies never
  }
}

interface UnreachableNoticeProps {
  level: 'h2' | 'h3'
  /** Tries again. `isOutdated`: whether the library's code is gone since the site was updated. */
  code: { isOutdated?: boolean; retry: () => void }
}

export function UnreachableNotice({ level, code: { isOutdated = false, retry } }: UnreachableNoticeProps) {
  const { sentence, button } = useMissingCode({ isOutdated }, LIBRARY_TEXT.failedHint)
  return (
    <Notice level={level} title={LIBRARY_TEXT.failed} hint={sentence} isAlert>
      {button && (
        <Button variant="secondary" onClick={retry}>
          {button}
        </Button>
      )}
    </Notice>
  )
}
