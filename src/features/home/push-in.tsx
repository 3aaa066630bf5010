import { Poster } from '@/components/footage/poster'

const FRAMES = ['scale-100', 'scale-112', 'scale-126', 'scale-142', 'scale-160']

/** The still is as long as it is in the wave below. */
export function PushIn({ picture }: { picture: string }) {
  return (
    <div aria-hidden="true" className="grid grid-cols-[29fr_18fr_18fr_18fr_17fr] gap-px overflow-hidden rounded-sm">
      {FRAMES.map((scale) => (
        <span key={scale} className="night relative isolate h-20 overflow-hidden">
          <Poster src={picture} className={scale} />
        </span>
      ))}
    </div>
  )
}
