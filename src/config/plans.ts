// What credits will cost. Nothing can be bought yet: the pages announce these and every button of theirs is off.

export interface Plan {
  id: 'lite' | 'pro' | 'pro_plus'
  name: string
  /** US dollars for one month. */
  monthlyPrice: number
  /** US dollars for twelve months, paid at once. */
  yearlyPrice: number
  /** Each month. */
  credits: number
  features: readonly string[]
  recommended: boolean
}

export interface CreditPack {
  id: 'starter' | 'creator' | 'business'
  name: string
  credits: number
  /** US dollars, once. */
  price: number
  popular: boolean
}

/** What a year costs less than twelve months, rounded down: 20.3 % with Lite, 20.0 % with the other two. */
export const YEARLY_SAVING_PERCENT = 20

export const PLANS: readonly Plan[] = [
  {
    id: 'lite',
    name: 'Lite',
    monthlyPrice: 29.9,
    yearlyPrice: 286,
    credits: 600,
    features: ['Max 5 s videos', 'All three models', 'From a prompt or a picture'],
    recommended: false,
  },
  {
    id: 'pro',
    name: 'Pro',
    monthlyPrice: 49.9,
    yearlyPrice: 479,
    credits: 1200,
    features: ['Max 8 s videos', 'All three models', 'From a prompt or a picture'],
    recommended: true,
  },
  {
    id: 'pro_plus',
    name: 'Pro+',
    monthlyPrice: 99.9,
    yearlyPrice: 959,
    credits: 2500,
    features: ['Max 8 s videos', 'All three models', 'From a prompt or a picture'],
    recommended: false,
  },
]

export const CREDIT_PACKS: readonly CreditPack[] = [
  { id: 'starter', name: 'Starter', credits: 1000, price: 49.9, popular: false },
  { id: 'creator', name: 'Creator', credits: 2000, price: 89.9, popular: true },
  { id: 'business', name: 'Business', credits: 4000, price: 159.9, popular: false },
]
