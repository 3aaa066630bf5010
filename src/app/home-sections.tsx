import { Section } from '@/components/section'
import { env } from '@/config/env'
import { Gallery } from '@/features/gallery/gallery'
import { SHOWCASE } from '@/features/gallery/showcase'
import { Closing } from '@/features/home/closing'
import { Faq } from '@/features/home/faq'
import { Features } from '@/features/home/features'
import { Steps } from '@/features/home/steps'

/** The home page below its first screen. */
export function HomeSections() {
  return (
    <>
      <Section
        title="Made with these models"
        layout="spread"
        intro={
          <p>
            {SHOWCASE.length} public posts by creators who used Veo and Kling, the same model families you can use here.
            None of them was made with {env.siteName}.
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
