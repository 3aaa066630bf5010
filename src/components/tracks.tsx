import type { CSSProperties } from 'react'
import { Waveform } from './waveform'

const PLAYHEAD = 0.36
const FRAMES = 14

/** The product's one idea as an editor shows it: the picture's track over the sound's, under one playhead. */
export function Tracks() {
  return (
    <div
      aria-hidden="true"
      className="grid grid-cols-[2.5rem_1fr] gap-y-3 rounded-lg border border-hairline bg-ink/55 px-4 py-4 text-xs text-soft sm:px-5"
    >
      <span className="col-start-1 row-start-1 self-center tracking-widest">V1</span>
      <div className="col-start-2 row-start-1 flex h-10 gap-px overflow-hidden rounded-sm">
        {Array.from({ length: FRAMES }, (_, frame) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed row of frames
          <span key={frame} className="night-frame flex-1" style={{ '--at': frame / (FRAMES - 1) } as CSSProperties} />
        ))}
      </div>
      <span className="col-start-1 row-start-2 self-center tracking-widest">A1</span>
      <div className="col-start-2 row-start-2">
        <Waveform seed={7} bars={150} progress={PLAYHEAD} className="h-10" />
      </div>
      <div className="pointer-events-none relative col-start-2 row-span-2 row-start-1">
        <span
          className="absolute -inset-y-2 w-0.5 rounded-full bg-amber shadow-lamp before:absolute before:-top-1 before:left-1/2 before:size-2 before:-translate-x-1/2 before:rotate-45 before:bg-amber"
          style={{ left: `${PLAYHEAD * 100}%` }}
        />
      </div>
    </div>
  )
}
