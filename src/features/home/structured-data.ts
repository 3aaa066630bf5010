import { env } from '@/config/env'
import { paths } from '@/config/paths'
import { DESCRIPTION } from './copy'
import { QUESTIONS } from './lower-copy'

export function siteAsData() {
  return { '@type': 'WebSite', name: env.siteName, url: `${env.siteUrl}${paths.home}`, description: DESCRIPTION }
}

export function questionsAsData() {
  return {
    '@type': 'FAQPage',
    mainEntity: QUESTIONS.map(({ title, answer }) => ({
      '@type': 'Question',
      name: title,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}
