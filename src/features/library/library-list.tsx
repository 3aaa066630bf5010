import { useCallback, useRef, useState } from 'react'
import { Button } from '@/components/button'
import { useCode } from '@/components/hooks/use-code'
import { useJobs } from '@/state/jobs/use-jobs'
import { LibraryNotice } from './library-notice'
import { LibrarySkeleton } from './library-skeleton'
import { LIBRARY_TEXT } from './library-text'
import { LibraryTitle } from './library-title'
import { Statement } from './statement/statement'
import type { LibraryProps } from './videos/use-handlers'

const loadVideos = () => import('./videos/videos').then(({ Videos }) => Videos)

/** The library of who is signed in. Who has no video yet does not load what shows some. */
export function LibraryList(props: LibraryProps) {
  const { jobs, found } = useJobs()
  const title = useRef<HTMLHeadingElement>(null)
  /** A job that the statement leads to. */
  const [goal, setGoal] = useState<string | null>(null)
  const isEmpty = !found && !jobs.some(({ isListed }) => isListed)
  const { code: Videos, isMissing, retry } = useCode(loadVideos, !isEmpty)
  const focusTitle = useCallback(() => title.current?.focus(), [])
  return (
    <>
      <LibraryTitle ref={title} />
      {isEmpty && <LibraryNotice title={LIBRARY_TEXT.empty} hint={LIBRARY_TEXT.emptyHint} />}
      {Videos && <Videos {...props} focusTitle={focusTitle} goal={goal} onGoal={() => setGoal(null)} />}
      {!isEmpty &&
        !Videos &&
        (isMissing ? (
          <LibraryNotice title={LIBRARY_TEXT.failed} hint={LIBRARY_TEXT.failedHint} isAlert>
            <Button variant="secondary" onClick={retry}>
              Try again
            </Button>
          </LibraryNotice>
        ) : (
          <LibrarySkeleton />
        ))}
      <Statement jobs={jobs} onGoal={setGoal} />
    </>
  )
}
