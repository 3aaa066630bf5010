import { ButtonLink } from '@/components/button-link'
import { NightScene } from '@/components/night-scene'
import { PageMeta } from '@/components/page-meta'
import { Tracks } from '@/components/tracks'
import { env } from '@/config/env'
import { paths } from '@/config/paths'

export function HomePage() {
  return (
    <section className="relative isolate -mt-header overflow-hidden pt-header">
      <NightScene />
      <PageMeta title={`${env.siteName} | AI video generator with realistic sound`} path={paths.home} />
      <div className="frame grid min-h-[min(40rem,84dvh)] content-center justify-items-start gap-6 py-20">
        <h1 className="max-w-4xl animate-rise text-display">AI video generator with realistic sound</h1>
        <p className="max-w-xl text-lg text-text">
          Describe a scene or drop in a picture. Dialogue, effects and music arrive in the same clip, in sync with what
          you see.
        </p>
        <ButtonLink to={paths.createVideo} size="lg">
          Try Now
        </ButtonLink>
      </div>
      <div className="frame pb-8">
        <Tracks />
      </div>
    </section>
  )
}
