import { ContactLink } from '@/app/contact-link'
import { PlainPage } from '@/app/plain-page'
import { ButtonLink } from '@/components/button-link'
import { paths } from '@/config/paths'

export function PrivacyPage() {
  return (
    <PlainPage title="Privacy Policy" path={paths.privacy} heading="Privacy Policy">
      <p>
        On sign-in we keep your name, e-mail address and picture from your account, and a record of the login: its time,
        IP address, browser and device.
      </p>
      <p>
        To ask what is kept about you, or to have it deleted, write to <ContactLink />.
      </p>
      <ButtonLink to={paths.home} variant="secondary">
        Back to Home
      </ButtonLink>
    </PlainPage>
  )
}
