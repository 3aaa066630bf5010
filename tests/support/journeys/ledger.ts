import type { Page } from 'playwright-core'

interface StoredSession {
  access_token: string
  user: { id: string }
}

/** The signed-in person's own token, as the app stored it. */
export async function storedSession(page: Page): Promise<StoredSession> {
  const raw = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => /^sb-.*-auth-token$/.test(name))
    return key ? localStorage.getItem(key) : null
  })
  if (!raw) throw new Error('nobody is signed in')
  return JSON.parse(raw) as StoredSession
}

/** The balance by the server's word, not the screen's. */
export async function serverCredits(page: Page, url: string): Promise<number> {
  const { access_token, user } = await storedSession(page)
  const response = await fetch(`${url}/api/credits/test/balance?user_id=${user.id}`, {
    headers: { authorization: `Bearer ${access_token}` },
  })
  const body = (await response.json()) as { data: { total_credits: number } }
  return body.data.total_credits
}
