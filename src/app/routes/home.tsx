import { PageMeta } from '@/components/page-meta'
import { Section } from '@/components/section'
import { env } from '@/config/env'
import { paths } from '@/config/paths'
import { Gallery } from '@/features/gallery/gallery'
import { SHOWCASE } from '@/features/gallery/showcase'
import { Closing } from '@/features/home/closing'
import { DESCRIPTION, questionsAsData, siteAsData } from '@/features/home/copy'
import { Faq } from '@/features/home/faq'
import { Features } from '@/features/home/features'
import { Hero } from '@/features/home/hero'
import { Steps } from '@/features/home/steps'

export function Page() {
  return (
    <>
      <PageMeta
        title={`${env.siteName} | AI video generator with realistic sound`}
        path={paths.home}
        description={DESCRIPTION}
        structuredData={[questionsAsData(), siteAsData()]}
      />
      <Hero />
      <Section
        title="Made with these models"
        layout="spread"
        intro={
          <p>
            {SHOWCASE.length} public posts by the people who made them, with Veo and Kling, the families you choose from
            here. None was made with {env.siteName}.
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
