import { Check, Download } from 'lucide-react'
import { useRef } from 'react'
import { Poster } from '@/components/footage/poster'
import { useInView } from '@/components/hooks/use-in-view'
import { joinClasses } from '@/components/join-classes'
import { Waveform } from '@/components/tracks/waveform'
import { FOOTAGE } from '@/config/media'
import { getModel } from '@/config/models'

export function StepSketch({ step }: { step: number }) {
  const Sketch = SKETCHES[step]
  return (
    <div aria-hidden="true" className="min-w-0 text-sm select-none">
      {Sketch && <Sketch />}
    </div>
  )
}

const SKETCHES = [SignIn, Prompt, Sound, Finished]

function SignIn() {
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="rounded-md border border-edge bg-raise px-4 py-3 text-center font-semibold">
        Continue with Google
      </div>
      <div className="flex items-center gap-3 rounded-md border border-hairline px-3 py-2">
        <span className="size-6 rounded-full bg-linear-to-br from-amber to-coral" />
        <span className="h-2 max-w-24 flex-1 rounded-full bg-raise" />
        <Check className="ml-auto size-4 text-ok" />
      </div>
    </div>
  )
}

function Prompt() {
  const cursor = useRef<HTMLSpanElement>(null)
  // Out of view it would still restyle the page at every frame.
  const isInView = useInView(cursor)
  return (
    <div className="rounded-md border border-hairline bg-ink px-4 py-3 leading-relaxed">
      A lighthouse keeper reads his log aloud while rain runs down the lamp glass; far thunder, one foghorn.
      <span
        ref={cursor}
        className={joinClasses(
          'ml-0.5 inline-block h-4 w-0.5 translate-y-0.5 bg-amber',
          isInView && 'animate-pulse-soft',
        )}
      />
    </div>
  )
}

function Sound() {
  const { name, credits } = getModel('veo-3')
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] gap-2">
      <div className="col-span-full flex flex-wrap justify-between gap-x-3 rounded-md border border-hairline bg-ink px-4 py-2.5">
        {name}
        <span className="text-amber tabular-nums">{credits} credits</span>
      </div>
      <div className="grid grid-cols-2 rounded-md border border-hairline text-center">
        <span className="py-2.5 text-soft">5 s</span>
        <span className="rounded-md bg-raise py-2.5 font-semibold ring-1 ring-amber">8 s</span>
      </div>
      <div className="flex min-h-11 items-center justify-between rounded-md border border-hairline px-3">
        Audio
        <span className="flex h-5 w-9 justify-end rounded-full bg-amber p-0.5">
          <span className="size-4 rounded-full bg-ink" />
        </span>
      </div>
    </div>
  )
}

function Finished() {
  return (
    <div className="overflow-hidden rounded-md border border-hairline bg-ink">
      <div className="night relative aspect-[21/9]">
        <Poster src={FOOTAGE.hero.poster} avif={FOOTAGE.hero.avif} />
      </div>
      <div className="flex items-center gap-4 px-4 py-2.5">
        <Waveform seed={12} bars={40} progress={1} className="h-6" />
        <span className="ml-auto inline-flex shrink-0 items-center gap-1.5 font-semibold">
          <Download className="size-4" /> MP4
        </span>
      </div>
    </div>
  )
}
