export const TEST_PLANS = [
  { id: 'lite', credits: 600 },
  { id: 'pro', credits: 1200 },
  { id: 'pro_plus', credits: 2500 },
] as const

export type TestPlan = (typeof TEST_PLANS)[number]
