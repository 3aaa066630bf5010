import { Poster } from '@/components/footage/poster'
import { Waveform } from '@/components/tracks/waveform'
import { FOOTAGE } from '@/config/media'

interface ReelProps {
  count: number
  room: number
}

const STILLS = [
  FOOTAGE.asmr1.still,
  FOOTAGE.hero.still,
  FOOTAGE.effectKissing.still,
  FOOTAGE.asmr2.still,
  FOOTAGE.ready.still,
  FOOTAGE.asmr3.still,
  FOOTAGE.effectAsmr.still,
]

export function Reel({ count, room }: ReelProps) {
  return (
    <div aria-hidden="true">
      <div className="flex gap-1">
        {Array.from({ length: room }, (_, frame) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed row of frames
            key={frame}
            className={`relative isolate aspect-3/4 flex-1 overflow-hidden rounded-[3px] ${frame < count ? 'night' : 'border border-hairline'}`}
          >
            {frame < count && <Poster src={STILLS[frame % STILLS.length] ?? FOOTAGE.hero.still} />}
          </span>
        ))}
      </div>
      <Waveform seed={31} bars={77} progress={count / room} className="mt-2 h-6" />
    </div>
  )
}
