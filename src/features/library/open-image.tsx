import { VideoOff } from 'lucide-react'
import { classNames } from '@/components/class-names'
import { Dusk } from '@/components/tracks/dusk'

/** Hidden on phones for a video that will never be there: it would fill the screen with nothing. */
export function OpenImage({ imageUrl, isOver }: { imageUrl: string | null; isOver: boolean }) {
  return (
    <div className={classNames('relative aspect-video overflow-hidden rounded-lg bg-raise', isOver && 'max-sm:hidden')}>
      {imageUrl ? (
        <img src={imageUrl} alt="" className={`size-full object-cover ${isOver ? 'saturate-0' : ''}`} />
      ) : (
        <Dusk className={`size-full ${isOver ? 'opacity-30 saturate-0' : ''}`} />
      )}
      <div className={`absolute inset-0 bg-ink/50 ${isOver ? '' : 'animate-pulse-soft [animation-duration:4s]'}`} />
      {isOver && <VideoOff aria-hidden="true" className="absolute inset-0 m-auto size-6 text-soft" />}
    </div>
  )
}
