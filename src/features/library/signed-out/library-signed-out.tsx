import type { LateCode } from '@/components/hooks/use-code'
import { useServices } from '@/state/services-context'
import { useSession } from '@/state/session/use-session'
import { LibrarySkeleton } from './library-skeleton'
import { LibraryStateNotice, UnreachableNotice } from './library-state-notice'
import { LibraryTitle, TITLE_ID } from './library-title'

interface SignedOutLibraryProps {
  /** The library's code, if it couldn't load. */
  missing: LateCode | null
}

/** Library pages while the session loads, and for signed-out visitors. */
export function SignedOutLibrary({ missing }: SignedOutLibraryProps) {
  const { videoMode } = useServices()
  const { status, signInCode, isSignedIn } = useSession()
  return (
    <section aria-labelledby={TITLE_ID} className="frame pt-6 pb-12 sm:pt-10">
      <LibraryTitle isPage />
      {videoMode === 'direct' ? (
        <LibraryStateNotice level="h2" state="not_kept" />
      ) : missing ? (
        <UnreachableNotice level="h2" code={missing} />
      ) : signInCode !== 'fine' ? (
        <LibraryStateNotice level="h2" state="cut_off" />
      ) : isSignedIn || status === 'loading' ? (
        <LibrarySkeleton />
      ) : (
        <LibraryStateNotice level="h2" state="signed_out" />
      )}
    </section>
  )
}
