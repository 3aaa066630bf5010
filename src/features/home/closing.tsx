import { ButtonLink } from '@/components/button-link'
import { PeakWave, PlayedWave } from '@/components/tracks/peak-wave'
import peaks from '@/config/hero-peaks.json'
import { paths } from '@/config/paths'
import { CLOSING } from './lower-copy'

export function Closing() {
  return (
    <section aria-labelledby="closing-heading" className="relative isolate overflow-x-clip pt-section">
      <div className="frame">
        <h2 id="closing-heading" className="text-display">
          <span className="block text-balance">{CLOSING.heading}</span>{' '}
          <span className="block text-balance">{CLOSING.headingNext}</span>
        </h2>
        <ButtonLink to={paths.createVideo} size="lg" className="mt-8">
          {CLOSING.action}
        </ButtonLink>
      </div>
      <div aria-hidden="true" className="lanes lamplit scrubbed relative mt-14 h-40 sm:h-60">
        <PeakWave levels={peaks} className="absolute inset-0 size-full text-soft/30" />
        <PlayedWave levels={peaks} />
        <span className="playhead" />
      </div>
    </section>
  )
}
