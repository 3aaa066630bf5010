import { useId } from 'react'
import { ButtonLink } from '@/components/button-link'
import { FootageClip } from '@/components/footage/footage-clip'
import { FOOTAGE } from '@/config/media'
import { paths } from '@/config/paths'

export function AsmrCallToAction() {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="frame">
      <div className="grid grid-cols-1 items-center gap-x-14 gap-y-10 border-t border-hairline pt-14 sm:pt-20 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <div>
          <h2 id={titleId} className="text-title">
            Your turn to be quiet
          </h2>
          <p className="mt-4 max-w-prose text-lg text-soft">
            The form is ready in seconds: one close-up, one sound. The model then takes{' '}
            <span className="whitespace-nowrap">3-5 min</span> for a clip of 5 seconds and{' '}
            <span className="whitespace-nowrap">5-8 min</span> for one of 8. You may close the page meanwhile.
          </p>
          <ButtonLink to={paths.createVideo} size="lg" className="mt-8">
            Create ASMR Video Now
          </ButtonLink>
        </div>
        <figure className="relative">
          <FootageClip footage={FOOTAGE.ready} className="rounded-xl" />
          <figcaption className="pointer-events-none absolute bottom-[min(1rem,5vw)] left-[min(1rem,5vw)] mr-[20vw] rounded-full bg-ink/75 px-4 py-2 text-sm leading-tight font-semibold">
            Ready in seconds
          </figcaption>
        </figure>
      </div>
    </section>
  )
}
