import { ContactLink } from '@/app/contact-link'
import { PlainPage } from '@/app/plain-page'
import { ButtonLink } from '@/components/button-link'
import { env } from '@/config/env'
import { paths } from '@/config/paths'

export function TermsPage() {
  return (
    <PlainPage title="Terms of Service" path={paths.terms} heading="Terms of Service">
      <p>
        {env.siteName} turns prompts and pictures into short videos for credits. A video is charged when it has arrived;
        a job that fails gives its credits back.
      </p>
      <p>
        Questions about these terms go to <ContactLink />.
      </p>
      <ButtonLink to={paths.home} variant="secondary">
        Back to Home
      </ButtonLink>
    </PlainPage>
  )
}
