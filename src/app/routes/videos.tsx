import { useRef } from 'react'
import { matchPath, useLocation } from 'react-router-dom'
import { useCode } from '@/components/hooks/use-code'
import { PageMeta } from '@/components/page-meta'
import { formatTitle } from '@/config/env'
import { getVideoPath, paths, videoPattern } from '@/config/paths'
import { SignedOutLibrary } from '@/features/library/signed-out/library-signed-out'
import { useSession } from '@/state/session/use-session'
import { useRestoredFocus } from './use-restored-focus'

const loadPages = () => import('@/app/library/library-pages').then(({ LibraryPages }) => LibraryPages)

/** Shows the user's videos, or one of them. Signed-out visitors don't load this code. */
export function Page() {
  const { pathname, search } = useLocation()
  const { isSignedIn } = useSession()
  const page = useRef<HTMLDivElement>(null)
  useRestoredFocus(page)
  const pages = useCode(loadPages, isSignedIn)
  const jobId = matchPath(videoPattern, pathname)?.params.id
  return (
    <div ref={page}>
      <PageMeta
        title={formatTitle(jobId === undefined ? 'Your videos' : 'Your video')}
        path={jobId === undefined ? paths.videos : getVideoPath(jobId)}
        description="All the videos you made: find, play, download, join, and continue them."
        noindex
      />
      {isSignedIn && pages.code ? (
        <pages.code jobId={jobId} search={search} />
      ) : (
        <SignedOutLibrary missing={isSignedIn && pages.isMissing ? pages : null} />
      )}
    </div>
  )
}
