import { PlainPage } from '@/app/plain-page'
import { ButtonLink } from '@/components/button-link'
import { paths } from '@/config/paths'

export function VideoEffectsPage() {
  return (
    <PlainPage title="AI Video Effects & Templates" path={paths.videoEffects} heading="AI Video Effects & Templates">
      <p>Two effects to start from: a kiss between two people, and ASMR clips made for headphones.</p>
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
