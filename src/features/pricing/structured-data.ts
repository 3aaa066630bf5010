import type { StructuredData } from '@/components/head-tags'
import { env } from '@/config/env'
import { CREDIT_PACKS, PLANS } from '@/config/plans'
import { QUESTIONS } from './questions'

/** The announced prices, marked as not to be had yet, and the questions. */
export const PRICING_DATA: readonly StructuredData[] = [
  ...PLANS.map(({ name, credits, monthlyPrice, yearlyPrice }) =>
    product(`${env.siteName} ${name}`, `${credits} credits each month.`, [monthlyPrice, yearlyPrice]),
  ),
  ...CREDIT_PACKS.map(({ name, credits, price }) =>
    product(`${env.siteName} ${name} pack`, `${credits} credits, bought once. Credits never expire.`, [price]),
  ),
  {
    '@type': 'FAQPage',
    mainEntity: QUESTIONS.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  },
]

function product(name: string, description: string, prices: readonly number[]): StructuredData {
  return {
    '@type': 'Product',
    name,
    description,
    offers: prices.map((price) => ({
      '@type': 'Offer',
      price,
      priceCurrency: 'USD',
      availability: 'https://schema.org/OutOfStock',
    })),
  }
}
