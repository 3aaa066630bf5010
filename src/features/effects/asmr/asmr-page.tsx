import { PageMeta } from '@/components/page-meta'
import { Section } from '@/components/section'
import { PeakWave } from '@/components/tracks/peak-wave'
import { PlayedWave } from '@/components/tracks/played-wave'
import { siteTitle } from '@/config/env'
import { FOOTAGE } from '@/config/media'
import { paths } from '@/config/paths'
import { AsmrCallToAction } from './asmr-call-to-action'
import { ExampleBlock } from './example-block'
import { EXAMPLES } from './examples'

const ALL_LEVELS = EXAMPLES.flatMap(({ levels }) => levels)

export function AsmrPage() {
  return (
    <>
      <PageMeta
        title={siteTitle('Create ASMR Videos with AI')}
        path={paths.asmrVideo}
        firstImage={FOOTAGE.asmr1.poster}
        description="Describe a quiet close-up and get it with its sound: three ASMR examples with their prompts, to hear with headphones and to try yourself."
      />
      <div className="frame pt-16 text-center sm:pt-28">
        <h1 className="mx-auto max-w-4xl text-display">Create ASMR videos with AI</h1>
        <p className="mx-auto mt-6 max-w-xl text-lg text-balance text-soft">
          Describe something small and close. Veo&nbsp;3 makes the picture and every rustle, tap and drop of it in one
          take. Put your headphones on.
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
            from quiet, close sounds and slow, careful movements. Whispering, tapping, brushing, cutting, rain. Others
            feel nothing of it and simply find such videos pleasant.
          </p>
          <p>
            An ASMR video lives from its sound: one source, near the microphone, nothing over it. In a prompt that means
            naming the object, what it is made of, what happens to it, and what is not to be heard. “No music, no voice”
            does more than any adjective.
          </p>
          <p>
            Kling&nbsp;1.6 and Veo&nbsp;2 make silent films. For sound, choose Veo&nbsp;3 and leave Generate Audio on.
          </p>
        </div>
      </Section>
      <AsmrCallToAction />
    </>
  )
}
