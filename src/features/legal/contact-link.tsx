import { env } from '@/config/env'

/** The site's e-mail address. */
export function ContactLink() {
  return (
    <a href={`mailto:${env.contactEmail}`} className="wrap-anywhere">
      {env.contactEmail}
    </a>
  )
}
