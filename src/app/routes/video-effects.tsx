import { PlainPage } from '@/app/plain-page'
import { ButtonLink } from '@/components/button-link'
import { DEMO_RENDERS, FOOTAGE } from '@/config/media'
import { paths } from '@/config/paths'

export function VideoEffectsPage() {
  return (
    <PlainPage title="AI Video Effects & Templates" path={paths.videoEffects} heading="AI Video Effects & Templates">
      <p>Two effects to start from: a kiss between two people, and ASMR clips made for headphones.</p>
      <ul className="grid w-full gap-5 sm:grid-cols-2">
        {[FOOTAGE.effectKissing, FOOTAGE.effectAsmr].map(({ video, poster, description }) => (
          <li key={video}>
            <video
              src={video}
              poster={poster}
              aria-label={description}
              className="aspect-video w-full rounded-lg bg-panel"
              preload="none"
              loop
              muted
              playsInline
            />
            {DEMO_RENDERS && <p className="mt-2 text-sm">demo render</p>}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={paths.frenchKissing} variant="secondary">
          AI French Kissing
        </ButtonLink>
        <ButtonLink to={paths.asmrVideo} variant="secondary">
          ASMR Video
        </ButtonLink>
      </div>
    </PlainPage>
  )
}
