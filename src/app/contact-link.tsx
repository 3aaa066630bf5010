import { env } from '@/config/env'

export function ContactLink() {
  return (
    <a href={`mailto:${env.contactEmail}`} className="break-all text-amber underline-offset-4 hover:underline">
      {env.contactEmail}
    </a>
  )
}
