import { Section } from '@/components/section'
import { env } from '@/config/env'
import { Gallery } from '@/features/gallery/gallery'
import { SHOWCASE } from '@/features/gallery/showcase'
import { Closing } from '@/features/home/closing'
import { Faq } from '@/features/home/faq'
import { Features } from '@/features/home/features'
import { Steps } from '@/features/home/steps'
import { useModelFacts } from '@/state/capabilities'

/** The model families of the showcase. */
const FAMILIES = ['Veo', 'Kling']

/** The home page below its first screen. */
export function HomeSections() {
  const { models } = useModelFacts()
  const isOffered = FAMILIES.every((family) => models.some(({ name }) => name.startsWith(family)))
  return (
    <>
      <Section
        title={isOffered ? 'Made with these models' : 'Made with Veo and Kling'}
        layout="spread"
        intro={
          <p>
            {SHOWCASE.length} public posts by creators who used Veo and Kling
            {isOffered && ', the same model families you can use here'}. None of them was made with {env.siteName}.
          </p>
        }
      >
        <Gallery items={SHOWCASE} />
      </Section>
      <Features />
      <Steps />
      <Faq />
      <Closing />
    </>
  )
}
