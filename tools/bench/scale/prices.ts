// Lists Supabase's prices in US dollars and its compute sizes. They were read in November 2026 from the pages named
// below, in copies of unknown age. Compare them with https://supabase.com/pricing before you rely on them.

/**
 * The monthly quota of each plan (docs/guides/platform/manage-your-usage). The values below are the prices of a paid
 * plan for use beyond the quota.
 */
export const PLANS = {
  free: { invocations: 500_000, egressGb: 5, storageGb: 1, databaseGb: 0.5 },
  pro: { price: 25, computeCredits: 10, invocations: 2_000_000, egressGb: 250, storageGb: 100, databaseGb: 8 },
}
export const BEYOND = {
  /** Edge Function invocations, per started million. */
  millionInvocations: 2,
  /** The price of uncached egress. */
  egressGb: 0.09,
  storageGb: 0.021,
  /** The price of the database's disk. */
  databaseGb: 0.125,
}

interface Compute {
  name: string
  price: number
  cores: number
  /** The recommended maximum size of the database. */
  databaseGb: number
  /** The limit of direct connections to PostgreSQL. */
  connections: number
  /** Whether other customers share the cores, which are fast only in bursts. */
  isShared?: true
}

/** Sources: docs/guides/platform/compute-and-disk and compute-add-ons. */
export const COMPUTE: readonly Compute[] = [
  { name: 'Micro', price: 10, cores: 2, databaseGb: 10, connections: 60, isShared: true },
  { name: 'Small', price: 15, cores: 2, databaseGb: 50, connections: 90, isShared: true },
  { name: 'Medium', price: 60, cores: 2, databaseGb: 100, connections: 120, isShared: true },
  { name: 'Large', price: 110, cores: 2, databaseGb: 200, connections: 160 },
  { name: 'XL', price: 210, cores: 4, databaseGb: 500, connections: 240 },
  { name: '2XL', price: 410, cores: 8, databaseGb: 1000, connections: 380 },
  { name: '4XL', price: 960, cores: 16, databaseGb: 2000, connections: 480 },
  { name: '8XL', price: 1870, cores: 32, databaseGb: 4000, connections: 490 },
  { name: '12XL', price: 2800, cores: 48, databaseGb: 6000, connections: 500 },
  { name: '16XL', price: 3730, cores: 64, databaseGb: 10_000, connections: 500 },
]
