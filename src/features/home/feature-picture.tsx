import { Check, Play, Volume2, VolumeX } from 'lucide-react'
import type { ReactNode } from 'react'
import { getButtonClass } from '@/components/button-class'
import { Poster } from '@/components/footage/poster'
import { joinClasses } from '@/components/join-classes'
import { FOOTAGE } from '@/config/media'
import { chooseOffered, DEFAULT_MODEL_ID } from '@/config/models'
import { useModelFacts } from '@/state/capabilities'
import { type PictureName, SCRIPT } from './lower-copy'

/** Illustrates a feature. It is decorative, because the card's text says the same. */
export function FeaturePicture({ name }: { name: DrawnName }) {
  const Picture = PICTURES[name]
  return (
    <div
      aria-hidden="true"
      className="mt-auto grid min-h-36 grid-cols-1 items-center bg-raise/45 px-[min(1.25rem,6vw)] py-4 text-sm select-none"
    >
      <Picture />
    </div>
  )
}

type DrawnName = Exclude<PictureName, 'take'>

const PICTURES: Record<DrawnName, () => ReactNode> = {
  words: Words,
  motion: Motion,
  models: Models,
  switch: Switch,
  exclusion: Exclusion,
  price: Price,
  arrival: Arrival,
  away: Away,
}

function Words() {
  return (
    <div className="grid grid-cols-[2fr_3fr] items-center gap-3">
      <p>
        {SCRIPT.place} {SCRIPT.before} <span className="text-amber">{SCRIPT.said}</span> {SCRIPT.after}
      </p>
      <span className="night relative isolate h-28 overflow-hidden rounded-sm">
        <Poster src={FOOTAGE.whisper.still} />
      </span>
    </div>
  )
}

const FRAMES = ['scale-100', 'scale-112', 'scale-126', 'scale-142', 'scale-160']

/** A photo, and the frames of a camera that moves toward its subject. */
function Motion() {
  return (
    <div className="flex gap-px overflow-hidden rounded-sm">
      {FRAMES.map((scale, frame) => (
        <span
          key={scale}
          className={joinClasses(
            'night relative isolate h-28 flex-1 overflow-hidden first:grow-2',
            // A narrow card shows every second frame.
            frame % 2 === 1 && 'sm:max-lg:hidden',
          )}
        >
          <Poster src={FOOTAGE.asmr3.still} className={scale} />
        </span>
      ))}
    </div>
  )
}

function Models() {
  const { samples } = useModelFacts()
  return (
    <div className="overflow-hidden rounded-md border border-hairline bg-ink">
      <div className="grid auto-cols-fr grid-flow-col gap-1 border-b border-hairline p-1 text-center">
        {samples.map(({ id, name, hasSound }) => (
          <span
            key={id}
            className={joinClasses(
              'rounded-sm py-2',
              hasSound ? 'bg-raise font-semibold ring-1 ring-amber' : 'text-soft',
            )}
          >
            {hasSound ? (
              <Volume2 className="mx-auto mb-1 size-4 text-amber" />
            ) : (
              <VolumeX className="mx-auto mb-1 size-4" />
            )}
            {name}
          </span>
        ))}
      </div>
      <div className="flex items-center gap-1 px-3 py-3">
        <span>{SCRIPT.place}</span>
        <span className="h-4 w-0.5 shrink-0 bg-amber" />
      </div>
    </div>
  )
}

function Switch() {
  return (
    <svg aria-hidden="true" viewBox="-2 -2 196 80" className="mx-auto h-24 w-full fill-none stroke-2">
      <rect x="1" y="1" width="190" height="74" rx="37" className="fill-amber/10 stroke-amber" />
      <path
        d="M27 30v16M34 24v28M41 32v12M48 20v36M55 14v48M62 25v26M69 31v14M76 22v32M83 27v22M90 34v8M97 29v18M104 36v4"
        className="stroke-amber [stroke-width:3]"
        strokeLinecap="round"
      />
      <circle cx="154" cy="38" r="29" className="fill-amber" />
    </svg>
  )
}

/** One figure, without the excluded second person, fog, and caption. */
function Exclusion() {
  return (
    <div className="overflow-hidden rounded-sm bg-ink">
      <svg
        aria-hidden="true"
        viewBox="0 0 200 112"
        className="h-28 w-full overflow-visible fill-none stroke-2"
        strokeLinecap="round"
      >
        <path d="M46 88v-8a22 22 0 0 1 44 0v8z" className="fill-text" />
        <circle cx="68" cy="36" r="15" className="fill-text" />
        <g className="stroke-soft" strokeDasharray="2 5">
          <path d="M110 88v-8a22 22 0 0 1 44 0v8zM117 36a15 15 0 1 1 30 0a15 15 0 1 1-30 0" />
          <path d="M-28 30q8-8 16 0t16 0 16 0 16 0M-36 48q8-8 16 0t16 0 16 0 16 0M-28 66q8-8 16 0t16 0 16 0 16 0" />
          <path d="M164 30q8-8 16 0t16 0 16 0 16 0M172 48q8-8 16 0t16 0 16 0 16 0M164 66q8-8 16 0t16 0 16 0 16 0" />
          <rect x="46" y="95" width="108" height="11" rx="4" />
        </g>
        <path d="M-14 72L24 20M176 72L214 20M108 82L156 28M40 104L160 97" className="stroke-coral" />
      </svg>
    </div>
  )
}

function Price() {
  const { credits } = chooseOffered(useModelFacts().models, DEFAULT_MODEL_ID)
  return (
    <div className={getButtonClass('primary', 'lg', 'relative')}>
      <span>
        Generate Video <span className="font-normal whitespace-nowrap">{credits} credits</span>
      </span>
      <svg aria-hidden="true" viewBox="0 0 24 24" className="absolute -right-1 -bottom-5 size-8 fill-text stroke-ink">
        <path d="M4 3l16 7-7 2.5L10 20z" />
      </svg>
    </div>
  )
}

function Arrival() {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="rounded-md border border-edge px-2.5 py-2">Held</span>
      <svg
        aria-hidden="true"
        viewBox="0 0 100 80"
        preserveAspectRatio="none"
        className="h-20 min-w-6 flex-1 fill-none stroke-2 *:[vector-effect:non-scaling-stroke]"
      >
        <path d="M0 40H30C60 40 50 16 100 16" className="stroke-amber" />
        <path d="M0 40H30C60 40 50 64 100 64" className="stroke-soft/75" strokeDasharray="4 5" />
      </svg>
      <span className="grid gap-2.5">
        <span className="flex items-center gap-1 rounded-md px-2.5 py-2 font-semibold text-amber ring-1 ring-amber">
          <Check className="size-4" /> Charged
        </span>
        <span className="rounded-md border border-dashed border-edge px-2.5 py-2 text-soft">Returned</span>
      </span>
    </div>
  )
}

/** A closed tab, whose video continues until it is finished. */
function Away() {
  return (
    <div className="flex items-center">
      <svg aria-hidden="true" viewBox="0 0 80 80" className="h-20 w-20 shrink-0 fill-none stroke-2">
        <path
          d="M1 72V14a6 6 0 0 1 6-6h32a6 6 0 0 1 6 6v8h28a6 6 0 0 1 6 6v44z"
          className="stroke-soft/75"
          strokeDasharray="3 4"
        />
        <path d="M30 11l7 7m0-7l-7 7" className="stroke-soft" />
        <path d="M16 40h64" className="stroke-amber [stroke-width:4]" />
      </svg>
      <span className="h-1 flex-1 bg-amber" />
      <span className="night relative isolate grid h-18 w-24 place-items-center overflow-hidden rounded-md ring-1 ring-amber">
        <Poster src={FOOTAGE.asmr2.still} />
        <Play className="relative size-6 fill-text" />
      </span>
    </div>
  )
}
