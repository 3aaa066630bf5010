import { PlainPage } from '@/app/plain-page'
import { ButtonLink } from '@/components/button-link'
import { paths } from '@/config/paths'

export function AsmrVideoPage() {
  return (
    <PlainPage title="Create ASMR Videos with AI" path={paths.asmrVideo} heading="Create ASMR videos with AI">
      <p>Close, quiet sound made together with the picture: a knife through glass fruit, rain on leaves, a whisper.</p>
      <ButtonLink to={paths.createVideo}>Create ASMR Video Now</ButtonLink>
    </PlainPage>
  )
}
