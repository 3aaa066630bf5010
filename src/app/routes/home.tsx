import { HomeNote } from '@/app/home-note'
import { LateSections } from '@/app/late-sections'
import { PageMeta } from '@/components/page-meta'
import { env } from '@/config/env'
import { paths } from '@/config/paths'
import { DESCRIPTION } from '@/features/home/copy'
import { Hero } from '@/features/home/hero/hero'
import { questionsAsData, siteAsData } from '@/features/home/structured-data'

export function Page() {
  return (
    <>
      <PageMeta
        title={`${env.siteName} | AI video generator with realistic sound`}
        path={paths.home}
        description={DESCRIPTION}
        structuredData={import.meta.env.SSR ? [questionsAsData(), siteAsData()] : undefined}
      />
      <HomeNote />
      <Hero />
      <LateSections />
    </>
  )
}
