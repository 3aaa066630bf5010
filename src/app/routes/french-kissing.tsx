import { PlainPage } from '@/app/plain-page'
import { ButtonLink } from '@/components/button-link'
import { paths } from '@/config/paths'

export function FrenchKissingPage() {
  return (
    <PlainPage
      title="AI French Kissing Video Generator"
      path={paths.frenchKissing}
      heading="AI French Kissing Video Generator"
    >
      <p>Describe two people and the moment before they kiss; the model plays the rest, with its sound.</p>
      <ButtonLink to={paths.textToVideo}>Describe the scene</ButtonLink>
    </PlainPage>
  )
}
