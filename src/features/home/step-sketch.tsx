import { Check, Download, Play, Plus } from 'lucide-react'
import { useRef } from 'react'
import { Poster } from '@/components/footage/poster'
import { useInView } from '@/components/hooks/use-in-view'
import { joinClasses } from '@/components/join-classes'
import { Waveform } from '@/components/tracks/waveform'
import { FOOTAGE } from '@/config/media'
import { chooseOffered, DEFAULT_MODEL_ID } from '@/config/models'
import { useModelFacts } from '@/state/capabilities'

/** Fills the space below a step's text. */
export function StepSketch({ step }: { step: number }) {
  const Sketch = SKETCHES[step]
  return (
    <div aria-hidden="true" className="flex min-h-56 flex-col gap-2 text-sm select-none">
      {Sketch && <Sketch />}
    </div>
  )
}

const SKETCHES = [SignIn, Prompt, Sound, Finished]

function SignIn() {
  return (
    <>
      <div className="rounded-md border border-edge bg-raise px-4 py-3 text-center font-semibold">
        Continue with Google
      </div>
      <div className="grid grow content-center gap-3 rounded-md border border-hairline bg-ink px-4">
        <Account isChosen />
        <Account />
      </div>
    </>
  )
}

function Account({ isChosen = false }: { isChosen?: boolean }) {
  return (
    <div className="flex items-center gap-3 rounded-md border border-hairline px-3 py-2.5">
      <span
        className={joinClasses('size-6 rounded-full', isChosen ? 'bg-linear-to-br from-amber to-coral' : 'bg-raise')}
      />
      <span className="h-2 max-w-24 flex-1 rounded-full bg-raise" />
      {isChosen && <Check className="ml-auto size-4 text-ok" />}
    </div>
  )
}

function Prompt() {
  const cursor = useRef<HTMLSpanElement>(null)
  // Out of view, the animation would still restyle the page at every frame.
  const isInView = useInView(cursor)
  return (
    <>
      <div className="grow rounded-md border border-hairline bg-ink px-4 py-3 leading-relaxed">
        A lighthouse keeper reads his log aloud while rain runs down the lamp glass; far thunder, one foghorn.
        <span
          ref={cursor}
          className={joinClasses(
            'ml-0.5 inline-block h-4 w-0.5 translate-y-0.5 bg-amber',
            isInView && 'animate-pulse-soft',
          )}
        />
      </div>
      <div className="grid grid-cols-2 gap-2">
        <span className="night relative isolate h-20 overflow-hidden rounded-md">
          <Poster src={FOOTAGE.asmr3.still} />
        </span>
        <span className="grid h-20 place-items-center rounded-md border border-dashed border-edge text-soft">
          <Plus className="size-6" />
        </span>
      </div>
    </>
  )
}

function Sound() {
  const { name, credits, durations } = chooseOffered(useModelFacts().models, DEFAULT_MODEL_ID)
  const lengths = durations.map(({ seconds }) => seconds)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 rounded-md border border-hairline bg-ink px-4 py-2.5">
        {name}
        <span className="text-amber tabular-nums">{credits} credits</span>
      </div>
      <div className="grid auto-cols-fr grid-flow-col rounded-md border border-hairline text-center">
        {lengths.map((seconds) => (
          <span
            key={seconds}
            className={
              seconds === lengths.at(-1)
                ? 'rounded-md bg-raise py-2.5 font-semibold ring-1 ring-amber'
                : 'py-2.5 text-soft'
            }
          >
            {seconds} s
          </span>
        ))}
      </div>
      <div className="grid grow items-center rounded-md border border-hairline px-4 py-3">
        <span className="flex items-center justify-between">
          Audio
          <span className="flex h-5 w-9 justify-end rounded-full bg-amber p-0.5">
            <span className="size-4 rounded-full bg-ink" />
          </span>
        </span>
        <Waveform seed={17} bars={40} progress={1} className="h-14" />
      </div>
    </>
  )
}

function Finished() {
  return (
    <div className="flex grow flex-col overflow-hidden rounded-md border border-hairline bg-ink">
      <div className="night relative isolate grid min-h-36 grow place-items-center">
        <Poster src={FOOTAGE.whisper.poster} avif={FOOTAGE.whisper.avif} />
        <span className="relative grid size-12 place-items-center rounded-full bg-ink/72">
          <Play className="size-6" />
        </span>
      </div>
      <div className="grid grid-cols-[1fr_auto] items-center gap-4 px-4 py-3">
        <Waveform seed={12} bars={30} progress={1} className="h-6" />
        <span className="inline-flex items-center gap-1.5 font-semibold">
          <Download className="size-4" /> MP4
        </span>
      </div>
    </div>
  )
}
