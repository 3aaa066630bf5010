import { useId } from 'react'
import { ButtonLink } from '@/components/button-link'
import { FootageClip } from '@/components/footage/footage-clip'
import { PageMeta } from '@/components/page-meta'
import { Section } from '@/components/section'
import { PeakWave, PlayedWave } from '@/components/tracks/peak-wave'
import { formatTitle } from '@/config/env'
import { FOOTAGE } from '@/config/media'
import { paths } from '@/config/paths'
import { ExampleBlock } from './example-block'
import { EXAMPLES } from './examples'

const ALL_LEVELS = EXAMPLES.flatMap(({ levels }) => levels)

export function AsmrPage() {
  return (
    <>
      <PageMeta
        title={formatTitle('Create ASMR Videos with AI')}
        path={paths.asmrVideo}
        firstImage={FOOTAGE.asmr1.poster}
        description="Describe a quiet close-up and get it with matching sound. Listen to three ASMR examples on headphones, then try their prompts yourself."
      />
      <div className="frame pt-16 text-center sm:pt-28">
        <h1 className="mx-auto max-w-4xl text-display">Create ASMR videos with AI</h1>
        <p className="mx-auto mt-6 max-w-xl text-lg text-balance text-soft">
          Describe something small and close. The model generates the picture and every rustle, tap, and drop together.
          Headphones on.
        </p>
      </div>
      <div aria-hidden="true" className="relative isolate mt-12 overflow-x-clip sm:mt-16">
        <div className="lanes lamplit scrubbed relative h-24 sm:h-36">
          <PeakWave levels={ALL_LEVELS} className="laid absolute inset-0 size-full text-soft/40" />
          <PlayedWave levels={ALL_LEVELS} />
          <span className="playhead" />
        </div>
      </div>
      <section aria-label="Examples" className="frame grid grid-cols-1 gap-20 pt-16 sm:gap-28 sm:pt-24">
        <h2 className="sr-only">Examples</h2>
        {EXAMPLES.map((example, index) => (
          <ExampleBlock key={example.title} example={example} isMirrored={index % 2 === 1} isFirst={index === 0} />
        ))}
      </section>
      <Section layout="beside" title="What's an ASMR Video?">
        <div className="grid max-w-prose gap-5 text-lg text-soft">
          <p>
            ASMR stands for <em>autonomous sensory meridian response</em>: a calm, tingling feeling that some people get
            from quiet, close sounds and slow, careful motions. Whispering, tapping, brushing, cutting, rain. Others
            don't feel it and simply find these videos pleasant.
          </p>
          <p>
            Sound makes an ASMR video: one source, close to the microphone, nothing over it. In your prompt, name the
            object, its material, what happens to it, and what shouldn't be heard. “No music, no voice” does more than
            any adjective.
          </p>
          <p>
            A silent model generates the picture alone. For sound, choose a model with sound and leave Generate Audio
            on.
          </p>
        </div>
      </Section>
      <AsmrCallToAction />
    </>
  )
}

function AsmrCallToAction() {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="frame">
      <div className="grid grid-cols-1 items-center gap-x-14 gap-y-10 border-t border-hairline pt-14 sm:pt-20 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <div>
          <h2 id={titleId} className="text-title">
            Your turn to be quiet
          </h2>
          <p className="mt-4 max-w-prose text-lg text-soft">
            Set up your video in seconds: one close-up, one sound. The generator shows how long generating takes. You
            can close the page while you wait.
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
