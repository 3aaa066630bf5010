import { Dusk } from '@/components/tracks/dusk'

/** What stands where the video will be. */
export function OpenImage({ imageUrl }: { imageUrl: string | null }) {
  return (
    <div className="relative aspect-video overflow-hidden rounded-lg bg-raise">
      {imageUrl ? <img src={imageUrl} alt="" className="size-full object-cover" /> : <Dusk className="size-full" />}
      <div className="absolute inset-0 animate-pulse-soft bg-ink/50 [animation-duration:4s]" />
    </div>
  )
}
