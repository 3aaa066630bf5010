import { ContactLink } from '@/app/contact-link'
import { PlainPage } from '@/app/plain-page'
import { ButtonLink } from '@/components/button-link'
import { paths } from '@/config/paths'

export function RefundPage() {
  return (
    <PlainPage title="Refund Policy" path={paths.refund} heading="Refund Policy">
      <p>
        Nothing can be bought yet, so there is nothing to refund. Credits of a video that fails come back by themselves.
      </p>
      <p>
        Questions go to <ContactLink />.
      </p>
      <ButtonLink to={paths.home} variant="secondary">
        Back to Home
      </ButtonLink>
    </PlainPage>
  )
}
