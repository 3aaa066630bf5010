import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

interface StoredSession {
  access_token: string
  refresh_token: string
  user: { id: string }
}

/** Returns the signed-in user's session, as the app stored it. */
export async function storedSession(page: Page): Promise<StoredSession> {
  const raw = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => /^sb-.*-auth-token$/.test(name))
    return key ? localStorage.getItem(key) : null
  })
  if (!raw) throw new Error('nobody is signed in')
  return JSON.parse(raw) as StoredSession
}

/** Returns the balance from the server, not from the screen. */
export async function serverCredits(page: Page, url: string): Promise<number> {
  const { access_token: token, user } = await storedSession(page)
  return (await readBalance({ url, token, userId: user.id })).available
}

/** An account, with the user's token and the app's key for the Data API. */
export interface Account {
  url: string
  token: string
  userId: string
  apiKey: string
}

async function ask<T>({ url, token, apiKey = '' }: Partial<Account>, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${url}${path}`, {
    headers: {
      authorization: `Bearer ${token}`,
      apikey: apiKey,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response.json() as Promise<T>
}

async function readBalance(owner: Omit<Account, 'apiKey'>): Promise<{ granted: number; available: number }> {
  const { data } = await ask<{ data: { total_credits: number; balances: { granted: number }[] } }>(
    owner,
    `/api/credits/test/balance?user_id=${owner.userId}`,
  )
  return {
    granted: data.balances.reduce((sum, grant) => sum + grant.granted, 0),
    available: data.total_credits,
  }
}

/** Grants credits like a simulated plan. */
export function addCredits(owner: Account, amount: number): Promise<unknown> {
  return ask(owner, '/api/credits/test/add', { user_id: owner.userId, amount, plan_id: 'lite' })
}

interface JobRow {
  id: string
  status: 'submitted' | 'running' | 'unknown' | 'succeeded' | 'failed'
  credits: number
  video_path: string | null
}

export interface Books {
  granted: number
  available: number
  /** The jobs, oldest first. */
  jobs: JobRow[]
  /** Whether the account and its copy had to be corrected from the entries. */
  wasRepaired: boolean
}

/** Returns the jobs, oldest first. */
export function readJobs(owner: Account): Promise<JobRow[]> {
  return ask(owner, '/rest/v1/jobs?select=id,status,credits,video_path&order=created_at')
}

export async function readBooks(owner: Account): Promise<Books> {
  const jobs = await readJobs(owner)
  const check = await ask<{ data: { was_repaired: boolean } }>(owner, '/api/credits/test/validate', {
    user_id: owner.userId,
  })
  return { ...(await readBalance(owner)), jobs, wasRepaired: check.data.was_repaired }
}

export interface ExpectedBooks {
  available: number
  /** The statuses of all jobs, oldest first. */
  jobs: JobRow['status'][]
  /** The credits held for a job that was never created. */
  unused?: number
}

/**
 * Checks the rules that hold after any fault: available + held + captured = granted. Captured credits belong to
 * delivered videos, and held credits to open jobs. The account agrees with its entries, and a paid job has its video.
 * Returns the jobs.
 */
export async function expectBooks(owner: Account, { available, jobs, unused = 0 }: ExpectedBooks): Promise<JobRow[]> {
  // A sent create request may still be on its way to the provider.
  await expect.poll(async () => (await readBooks(owner)).jobs.map(({ status }) => status)).toEqual(jobs)
  const books = await readBooks(owner)
  const sum = (statuses: JobRow['status'][]) =>
    books.jobs.filter(({ status }) => statuses.includes(status)).reduce((total, { credits }) => total + credits, 0)
  expect({
    available: books.available,
    held: books.granted - books.available - sum(['succeeded']),
    wasRepaired: books.wasRepaired,
  }).toEqual({ available, held: sum(['submitted', 'running', 'unknown']) + unused, wasRepaired: false })
  for (const job of books.jobs) expect(job.video_path !== null).toBe(job.status === 'succeeded')
  return books.jobs
}

/** Returns the status of a job, as this user's other devices get it. */
export function jobStatus(owner: Account, jobId: string): Promise<{ status: string; job: { settlement: string } }> {
  return ask(owner, `/generation/${jobId}/status`)
}
