import { env } from '@/config/env'
import { MODELS } from '@/config/models'
import { paths } from '@/config/paths'
import { describeModels } from '@/state/model-facts'
import { DESCRIPTION } from './copy'
import { listQuestions } from './lower-copy'

export function siteAsData() {
  return {
    '@type': 'WebSite',
    name: env.siteName,
    url: `${env.siteUrl}${paths.home}`,
    description: DESCRIPTION,
  }
}

/** Leaves out the answers that depend on the offered models, which the page's file doesn't know. */
export function questionsAsData() {
  return {
    '@type': 'FAQPage',
    mainEntity: listQuestions(describeModels(MODELS))
      .filter(({ isAboutModels }) => !isAboutModels)
      .map(({ title, answer }) => ({
        '@type': 'Question',
        name: title,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
  }
}
