import { Badge } from '@/components/badge'
import { Dusk } from '@/components/dusk'

/** What stands for a video that is not there: its picture, or the drawn scene, behind a veil. */
export function OpenPicture({ pictureUrl, isOver }: { pictureUrl: string | null; isOver: boolean }) {
  return (
    <div className="relative aspect-video overflow-hidden rounded-lg bg-raise">
      {pictureUrl ? (
        <img src={pictureUrl} alt="" className={`size-full object-cover ${isOver ? 'saturate-0' : ''}`} />
      ) : (
        <Dusk className={`size-full ${isOver ? 'opacity-30 saturate-0' : ''}`} />
      )}
      <div className={`absolute inset-0 bg-ink/50 ${isOver ? '' : 'animate-pulse-soft [animation-duration:4s]'}`} />
      {isOver && (
        <span className="absolute right-2 bottom-2">
          <Badge tone="quiet">Not made</Badge>
        </span>
      )}
    </div>
  )
}
