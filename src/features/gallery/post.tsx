import { memo, startTransition, useEffect, useRef, useState } from 'react'
import { useInView } from '@/components/hooks/use-in-view'
import { joinClasses } from '@/components/join-classes'
import { hasUserInput, watchUserInput } from '@/lib/browser/input'
import { PostCard } from './post-card'
import type { ShowcaseItem } from './showcase'
import { usePostFrame } from './use-post-frame'

/**
 * The distance from the window at which a frame loads. Frames are from another site, so they load late, and only after
 * user input.
 */
const LOOK_AHEAD = '600px 0px'

/**
 * Allows the post's scripts, its storage, and new tabs. Its origin differs from ours, so its scripts can't remove the
 * sandbox.
 */
const SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/** A post of the gallery. It is memoized, so that the filter's buttons respond before the posts change. */
export const Post = memo(function Post({ item }: { item: ShowcaseItem }) {
  const root = useRef<HTMLElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const isNear = useInView(root, { rootMargin: LOOK_AHEAD, once: true })
  const hasInput = useHasInput()
  const isWanted = isNear && hasInput
  const { isLoaded, isShown, isAlive, onLoad } = usePostFrame(frame, isWanted)
  return (
    <article
      ref={root}
      tabIndex={-1}
      aria-label={`${item.creator}: ${item.caption}`}
      data-frame={isWanted ? (isLoaded ? 'loaded' : 'loading') : 'waiting'}
      className="relative isolate grid h-full min-h-post grid-cols-1 overflow-hidden rounded-lg bg-panel"
    >
      <PostCard item={item} isCovered={isAlive} isLoading={isWanted && !isLoaded} />
      {isWanted && (
        <iframe
          ref={frame}
          src={item.embedUrl}
          title={`Post by ${item.creator}`}
          height="550"
          allow="fullscreen; picture-in-picture"
          sandbox={SANDBOX}
          onLoad={onLoad}
          // Without a message from the frame, the frame may be blank. Clicks then reach the card, which links to the
          // post.
          inert={!isAlive}
          // Browsers give a frame a white background if its color scheme differs from the page's.
          className={joinClasses(
            'absolute inset-x-0 top-0 h-post w-full scheme-light transition-opacity duration-500',
            !isShown && 'opacity-0',
          )}
        />
      )}
    </article>
  )
})

/** Returns true after the first input has been handled, so that this work doesn't delay the response. */
function useHasInput(): boolean {
  const [isThere, setIsThere] = useState(hasUserInput.get)
  useEffect(() => {
    const note = () => startTransition(() => setIsThere(hasUserInput.get()))
    if (isThere || hasUserInput.get()) return note()
    const ends = [hasUserInput.subscribe(note), watchUserInput()]
    return () => {
      for (const end of ends) end()
    }
  }, [isThere])
  return isThere
}
