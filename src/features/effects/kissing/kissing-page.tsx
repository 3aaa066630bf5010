import { ButtonLink } from '@/components/button-link'
import { FootageClip } from '@/components/footage/footage-clip'
import { PageMeta } from '@/components/page-meta'
import { Section } from '@/components/section'
import { formatTitle } from '@/config/env'
import { FOOTAGE } from '@/config/media'
import { paths, textToVideoPath } from '@/config/paths'
import { Morph } from '../morph'
import { PromptActions } from '../prompt-actions'
import { Consent } from './consent'
import { type KissScene, SCENES, writePrompt } from './scenes'

const TITLE = 'AI French Kissing Video Generator'

export function KissingPage() {
  return (
    <>
      <PageMeta
        title={formatTitle(TITLE)}
        path={paths.frenchKissing}
        firstImage={FOOTAGE.effectKissing.poster}
        description="Describe two adults and the moment they kiss, or start from an image of people who gave consent. The model generates the scene with sound."
      />
      <div className="frame pt-14 sm:pt-20">
        <h1 className="max-w-[12em] text-display">{TITLE}</h1>
        <div className="mt-7 flex flex-wrap items-end justify-between gap-x-16 gap-y-7">
          <p className="max-w-[36rem] text-lg text-soft">
            Describe two people and the moment before they kiss. The model does the rest: the lean-in, the light, the
            breath, the room around them.
          </p>
          <ButtonLink to={textToVideoPath} size="lg">
            Describe the scene
          </ButtonLink>
        </div>
        {/* The aspect ratio of a cinema screen. */}
        <Morph name="kissing">
          <FootageClip isFirst footage={FOOTAGE.effectKissing} className="mt-10 rounded-xl sm:aspect-[2.39] sm:mt-14" />
        </Morph>
      </div>
      <Consent />
      <Section
        className="pb-0"
        title="Write it like a scene"
        intro="Set the place, what we see, and what we hear. Three scenes to copy and make your own."
      >
        <div className="grid grid-cols-1 divide-y divide-hairline overflow-hidden rounded-xl border border-hairline lg:grid-cols-3 lg:divide-x lg:divide-y-0">
          {SCENES.map((scene) => (
            <ScenePage key={scene.place} scene={scene} />
          ))}
        </div>
        <div className="mt-8 flex flex-wrap items-center justify-between gap-x-12 gap-y-6">
          <p className="max-w-prose text-soft">
            A model with sound generates the scene and its sounds together; a silent model generates the picture alone.
            To start from an image, choose Image to Video in the generator. The model keeps the faces as close to your
            image as it can.
          </p>
          <ButtonLink to={textToVideoPath} variant="secondary" size="lg">
            Open the generator
          </ButtonLink>
        </div>
      </Section>
    </>
  )
}

function ScenePage({ scene }: { scene: KissScene }) {
  const { place, action, sound } = scene
  return (
    <article className="flex flex-col p-[min(1.5rem,7vw)] sm:p-8">
      <h3 className="text-sm leading-5 font-semibold tracking-[0.08em] uppercase">{place}</h3>
      <p className="mt-5 text-soft">{action}</p>
      <p className="mt-4 text-soft">
        <span className="font-semibold text-amber">Sound:</span> {sound}
      </p>
      <div className="mt-5 grow content-end">
        <PromptActions prompt={writePrompt(scene)} />
      </div>
    </article>
  )
}
