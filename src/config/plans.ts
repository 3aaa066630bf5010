// Lists the announced prices. Users can't buy anything yet.

export interface Plan {
  id: 'lite' | 'pro' | 'pro_plus'
  name: string
  /** The price per month in US dollars. */
  monthlyPrice: number
  /** The price per year in US dollars, paid at once. */
  yearlyPrice: number
  /** Credits per month. */
  credits: number
  features: readonly string[]
  recommended: boolean
}

export interface CreditPack {
  id: 'starter' | 'creator' | 'business'
  name: string
  credits: number
  /** The price in US dollars. */
  price: number
  popular: boolean
}

/** The saving of a yearly plan, rounded down: 20.3% with Lite, 20.0% with the other two. */
export const YEARLY_SAVING_PERCENT = 20

export const PLANS: readonly Plan[] = [
  {
    id: 'lite',
    name: 'Lite',
    monthlyPrice: 29.9,
    yearlyPrice: 286,
    credits: 600,
    features: ['Max 5 s videos'],
    recommended: false,
  },
  {
    id: 'pro',
    name: 'Pro',
    monthlyPrice: 49.9,
    yearlyPrice: 479,
    credits: 1200,
    features: ['Max 8 s videos'],
    recommended: true,
  },
  {
    id: 'pro_plus',
    name: 'Pro+',
    monthlyPrice: 99.9,
    yearlyPrice: 959,
    credits: 2500,
    features: ['Max 8 s videos'],
    recommended: false,
  },
]

export const CREDIT_PACKS: readonly CreditPack[] = [
  { id: 'starter', name: 'Starter', credits: 1000, price: 49.9, popular: false },
  { id: 'creator', name: 'Creator', credits: 2000, price: 89.9, popular: true },
  { id: 'business', name: 'Business', credits: 4000, price: 159.9, popular: false },
]
