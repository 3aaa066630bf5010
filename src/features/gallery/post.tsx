import { useRef } from 'react'
import { classNames } from '@/components/class-names'
import { useInView } from '@/components/hooks/use-in-view'
import { PostCard } from './post-card'
import type { ShowcaseItem } from './showcase'
import { usePostFrame } from './use-post-frame'

/** Frames are fetched from somebody else: only when they are about to be seen. */
const LOOK_AHEAD = '600px 0px'

/**
 * What a post needs: its own code, its own storage (a foreign origin's, so that it cannot take the sandbox off) and new
 * tabs. It may not send this page elsewhere, send forms, or start downloads.
 */
const SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/** A post in its own frame, over a card that says the same for as long as the frame shows nothing. */
export function Post({ item }: { item: ShowcaseItem }) {
  const root = useRef<HTMLElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const isNear = useInView(root, { rootMargin: LOOK_AHEAD, once: true })
  const { isLoaded, isDrawn, onLoad } = usePostFrame(frame, isNear)
  const isShown = isLoaded && isDrawn
  return (
    <article
      ref={root}
      tabIndex={-1}
      aria-label={`${item.creator}: ${item.caption}`}
      data-frame={isNear ? (isLoaded ? 'loaded' : 'loading') : 'waiting'}
      className="relative isolate grid h-full min-h-post grid-cols-1 overflow-hidden rounded-lg bg-panel"
    >
      <PostCard item={item} isCovered={isShown} isLoading={isNear && !isLoaded} />
      {isNear && (
        <iframe
          ref={frame}
          src={item.embedUrl}
          title={`Post by ${item.creator}`}
          height="550"
          allow="fullscreen; picture-in-picture"
          sandbox={SANDBOX}
          onLoad={onLoad}
          inert={!isShown}
          // A frame of another colour scheme than its page is painted white behind.
          className={classNames(
            'absolute inset-x-0 top-0 h-post w-full scheme-light transition-opacity duration-500',
            !isShown && 'opacity-0',
          )}
        />
      )}
    </article>
  )
}
