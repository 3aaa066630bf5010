import { useRef } from 'react'
import { PlayButton } from '@/components/footage/play-button'
import { usePlayback } from '@/components/footage/use-playback'
import { useInView } from '@/components/hooks/use-in-view'
import { getFootage, type ShowcaseItem } from './showcase'

/** The fraction that must be visible before the video plays, so that only one row of cards plays. */
const THRESHOLD = 0.6

/** Keeps the text readable over bright frames. The middle, without text, stays lighter. */
const SHADE =
  'linear-gradient(rgb(7 9 15/.82),rgb(7 9 15/.62) 6rem,rgb(7 9 15/.5) 45%,rgb(7 9 15/.08) 60%,rgb(7 9 15/.8) calc(100% - 8rem),rgb(7 9 15/.88))'

/** Plays one of our videos behind the text of a card whose post can't be shown. */
export function PostVideo({ item }: { item: ShowcaseItem }) {
  const root = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const isInView = useInView(root, { threshold: THRESHOLD })
  const { isPlaying, hasFailed, toggle, handlers } = usePlayback(video, isInView)
  const film = getFootage(item)
  if (hasFailed) return null
  return (
    <>
      <div ref={root} className="absolute inset-0 -z-10 print:hidden">
        <video
          ref={video}
          src={film.video}
          poster={film.poster}
          muted
          loop
          playsInline
          preload="none"
          aria-hidden="true"
          tabIndex={-1}
          className="absolute inset-0 size-full object-cover"
          {...handlers}
        />
        <div className="absolute inset-0" style={{ background: SHADE }} />
      </div>
      <PlayButton isPlaying={isPlaying} label={`illustration for ${item.creator}`} onToggle={toggle} />
    </>
  )
}
