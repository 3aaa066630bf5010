import { useCallback, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { ButtonLink } from '@/components/button-link'
import { useCode } from '@/components/hooks/use-code'
import { Notice } from '@/components/tracks/notice'
import { paths } from '@/config/paths'
import { useJobs } from '@/state/jobs/use-jobs'
import { LibrarySkeleton } from './signed-out/library-skeleton'
import { UnreachableNotice } from './signed-out/library-state-notice'
import { LIBRARY_TEXT } from './signed-out/library-text'
import { LibraryTitle } from './signed-out/library-title'
import { Statement } from './statement/statement'
import type { LibraryProps } from './video-list/use-handlers'

const loadNewest = () => import('./video-list/newest-videos').then(({ NewestVideos }) => NewestVideos)
const loadVideos = () => import('./video-list/videos').then(({ Videos }) => Videos)

interface LibraryListProps extends LibraryProps {
  /** Whether this is the library's own page, which shows all videos. The generator's page shows only the newest. */
  isPage: boolean
}

/** The signed-in user's library. The code for the list loads only if the user has videos. */
export function LibraryList({ isPage, ...props }: LibraryListProps) {
  const level = isPage ? 'h2' : 'h3'
  const title = useRef<HTMLHeadingElement>(null)
  /** The ID of the job whose row gets the focus, even if its row isn't rendered yet. */
  const [wanted, setWanted] = useState<string | null>(null)
  const isEmpty = useJobs(({ jobs, found }) => !(isPage && found) && !jobs.some(({ isListed }) => isListed))
  const list = useCode(isPage ? loadVideos : loadNewest, !isEmpty)
  const focusTitle = useCallback(() => title.current?.focus(), [])

  return (
    <>
      <LibraryTitle ref={title} isPage={isPage}>
        {!isPage && !isEmpty && (
          <Link to={paths.videos} className="text-soft underline underline-offset-4 hover:text-amber">
            {LIBRARY_TEXT.all}
          </Link>
        )}
      </LibraryTitle>
      {isEmpty && (
        <Notice level={level} title={LIBRARY_TEXT.empty} hint={LIBRARY_TEXT.emptyHint}>
          {isPage && <ButtonLink to={paths.createVideo}>{LIBRARY_TEXT.create}</ButtonLink>}
        </Notice>
      )}
      {list.code && <list.code {...props} focusTitle={focusTitle} wanted={wanted} onWanted={setWanted} />}
      {!isEmpty &&
        !list.code &&
        (list.isMissing ? <UnreachableNotice level={level} code={list} /> : <LibrarySkeleton />)}
      {!isPage && <Statement isSettled={isEmpty || list.code !== null} />}
    </>
  )
}
