import { Waveform } from '@/components/tracks/waveform'

const FRAMES_BEFORE = ['a', 'b', 'c', 'd', 'e']
const FRAMES_AFTER = ['f', 'g', 'h', 'i']

export function NotFoundArt() {
  return (
    <div aria-hidden="true" className="min-w-0 overflow-hidden rounded-xl border border-hairline bg-panel">
      <div className="grid aspect-video place-items-center bg-ink p-6">
        <p className="flex items-center gap-3 text-sm tracking-[0.14em] text-soft uppercase">
          <span className="size-2.5 rounded-full bg-coral" />
          No signal
        </p>
      </div>
      <div className="grid grid-cols-[2rem_minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)] items-center gap-y-2.5 border-t border-hairline p-4 text-xs text-soft sm:grid-cols-[2.5rem_minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)] sm:p-5">
        <span className="tracking-widest">V1</span>
        <Frames frames={FRAMES_BEFORE} />
        <span className="relative mx-1 h-9 rounded-sm border border-dashed border-edge">
          <span className="absolute -top-2 -bottom-14 left-1/2 w-0.5 rounded-full bg-amber shadow-lamp before:absolute before:-top-1 before:-left-0.75 before:size-2 before:rotate-45 before:bg-amber" />
        </span>
        <Frames frames={FRAMES_AFTER} />
        <span className="tracking-widest">A1</span>
        <Waveform seed={404} bars={60} progress={1} className="h-9" />
        <span className="mx-1 border-t border-dashed border-edge" />
        <Waveform seed={9} bars={48} className="h-9" />
      </div>
    </div>
  )
}

function Frames({ frames }: { frames: readonly string[] }) {
  return (
    <span className="flex h-9 gap-px overflow-hidden rounded-sm">
      {frames.map((frame) => (
        <span key={frame} className="night flex-1" />
      ))}
    </span>
  )
}
