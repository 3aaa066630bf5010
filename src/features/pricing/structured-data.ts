import type { StructuredData } from '@/components/head-tags'
import { env } from '@/config/env'
import { MODELS } from '@/config/models'
import { paths } from '@/config/paths'
import { CREDIT_PACKS, PLANS } from '@/config/plans'
import { describeModels } from '@/state/model-facts'
import { listQuestions } from './questions'

/** Leaves out the answers that depend on the offered models, which the page's file doesn't know. */
export const pricingAsData = (): readonly StructuredData[] => [
  ...PLANS.map(({ name, credits, monthlyPrice, yearlyPrice }) =>
    describeProduct(`${env.siteName} ${name}`, `${credits} credits each month.`, [
      { name: 'Monthly', price: monthlyPrice },
      { name: 'Yearly', price: yearlyPrice },
    ]),
  ),
  ...CREDIT_PACKS.map(({ name, credits, price }) =>
    describeProduct(`${env.siteName} ${name} pack`, `${credits} credits, bought once. Credits never expire.`, [
      { name: 'Once', price },
    ]),
  ),
  {
    '@type': 'FAQPage',
    mainEntity: listQuestions(describeModels(MODELS))
      .filter(({ isAboutModels }) => !isAboutModels)
      .map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
  },
]

function describeProduct(
  name: string,
  description: string,
  offers: readonly { name: string; price: number }[],
): StructuredData {
  return {
    '@type': 'Product',
    name,
    description,
    offers: offers.map(({ name, price }) => ({
      '@type': 'Offer',
      name,
      url: env.siteUrl + paths.pricing,
      price,
      priceCurrency: 'USD',
      availability: 'https://schema.org/OutOfStock',
    })),
  }
}
