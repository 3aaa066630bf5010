import { env } from '@/config/env'

export function ContactLink() {
  return (
    <a href={`mailto:${env.contactEmail}`} className="wrap-anywhere">
      {env.contactEmail}
    </a>
  )
}
