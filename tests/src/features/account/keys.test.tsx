import type { ApiKey } from '@contract/keys'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ApiError, NetworkError } from '@/lib/http/api-error'
import { renderAccount, testAccount } from './render-account'

function testKey(patch: Partial<ApiKey> = {}): ApiKey {
  return {
    id: 'key-1',
    name: 'Laptop',
    scope: 'create',
    lastFour: 'x7Qz',
    dailyLimit: 1500,
    spentToday: 20,
    createdAt: '2026-11-01T00:00:00.000Z',
    expiresAt: '2027-01-30T00:00:00.000Z',
    isExpired: false,
    lastUsedAt: null,
    ...patch,
  }
}
const EXPIRED = testKey({ id: 'key-2', name: 'Old phone', scope: 'read', isExpired: true, lastFour: 'AAAA' })

/** Opens the API keys section. `calls`: the responses, by method and path. */
async function openKeys(calls: Record<string, () => unknown>) {
  const app = renderAccount({ section: 'profile' })
  app.answer.mockImplementation((call) => (call === 'GET /api/account' ? testAccount() : calls[call]?.()))
  await app.ready()
  expect(app.answer.mock.calls.map(([call]) => call)).not.toContain('GET /api/keys')
  await app.user.click(screen.getByRole('link', { name: 'API keys' }))
  const part = within(screen.getByRole('region', { name: 'API keys' }))
  return { ...app, part }
}
const list = (keys: ApiKey[]) => ({ 'GET /api/keys': () => ({ keys }) })

it('lists API keys with their permissions, spent credits, and end date when the section opens', async () => {
  const { part } = await openKeys(list([testKey(), EXPIRED]))
  const [laptop, phone] = await part.findAllByRole('listitem')
  expect(laptop?.textContent).toMatch(
    /^LaptopRead and create, 20 of 1,500 credits todaysr_…x7QzWorks until Jan 30, 2027.*, not used yetRevoke$/,
  )
  expect(phone?.textContent).toMatch(/^Old phoneExpiredReadsr_…AAAAExpired Jan 30, 2027.*Remove$/)
})

it('creates an API key, shows it once, and lists it', async () => {
  const { part, user, answer } = await openKeys({
    ...list([]),
    'POST /api/keys': () => ({ key: testKey(), secret: 'sr_the-secret' }),
  })
  await part.findByText('No keys yet')
  part.getByText(/^Create one for each program or AI agent\./)
  await user.click(part.getByRole('button', { name: 'Create key…' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Create an API key' }))
  expect(dialog.queryByLabelText('Daily limit')).toBeNull()
  await user.click(dialog.getByRole('radio', { name: /^Read and create/ }))
  await user.clear(dialog.getByLabelText('Daily limit'))
  await user.type(dialog.getByLabelText('Daily limit'), '1.5')
  await user.click(dialog.getByRole('button', { name: 'Create key' }))
  expect(dialog.getByLabelText('Name')).toHaveAccessibleDescription(/Enter a name\.$/)
  expect(dialog.getByLabelText('Daily limit')).toHaveAccessibleDescription(/whole number from 1 to 1,000,000\.$/)
  expect(answer.mock.calls.map(([call]) => call)).not.toContain('POST /api/keys')

  await user.type(dialog.getByLabelText('Name'), ' Laptop ')
  await user.clear(dialog.getByLabelText('Daily limit'))
  await user.type(dialog.getByLabelText('Daily limit'), '1500')
  await user.selectOptions(dialog.getByLabelText('The key works for'), '30 days')
  await user.click(dialog.getByRole('button', { name: 'Create key' }))
  expect(await dialog.findByRole('textbox', { name: 'Key' })).toHaveValue('sr_the-secret')
  expect(dialog.getByText(/You won't see it again/)).toBeVisible()
  const [, sent] = answer.mock.calls.find(([call]) => call === 'POST /api/keys') ?? []
  expect(sent?.body).toEqual({ name: 'Laptop', scope: 'create', days: 30, dailyLimit: 1500 })
  await user.click(dialog.getByRole('button', { name: 'Copy key' }))
  expect(await navigator.clipboard.readText()).toBe('sr_the-secret')
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByDisplayValue('sr_the-secret')).toBeNull())
  expect(part.getByText('Laptop')).toBeVisible()
  expect(part.queryByText('No keys yet')).toBeNull()
})

it('says why no API key was created, keeps the typed text, and shows a key that was created anyway', async () => {
  let keys: ApiKey[] = []
  const { part, user } = await openKeys({
    'GET /api/keys': () => ({ keys }),
    'POST /api/keys': () => {
      keys = [testKey()]
      throw new NetworkError('network')
    },
  })
  await user.click(await part.findByRole('button', { name: 'Create key…' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Create an API key' }))
  await user.type(dialog.getByLabelText('Name'), 'Laptop')
  await user.click(dialog.getByRole('button', { name: 'Create key' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(/^We couldn't create the key\. Check your connection/)
  expect(dialog.getByLabelText('Name')).toHaveValue('Laptop')
  await part.findByText('sr_…x7Qz')
})

it('treats an API key that no longer exists as revoked', async () => {
  const { part, user } = await openKeys({
    ...list([EXPIRED]),
    'DELETE /api/keys/key-2': () => {
      throw new ApiError({ status: 404, code: 'not_found', message: '' })
    },
  })
  await user.click(await part.findByRole('button', { name: 'Remove' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Remove this key?' }))
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  expect(await part.findByText('Key removed.')).toBeVisible()
})

it('allows no more than 20 active API keys', async () => {
  const full = Array.from({ length: 20 }, (_, place) => testKey({ id: `live-${place}` }))
  const { part } = await openKeys(list([...full, EXPIRED]))
  expect(await part.findByRole('button', { name: 'Create key…' })).toBeDisabled()
  expect(part.getByText('You have 20 keys. Revoke one to create another.')).toBeVisible()
})

it('asks a user to sign in again if the session ended before the API keys load', async () => {
  const { part } = await openKeys({
    'GET /api/keys': () => {
      throw new ApiError({ status: 401, code: 'unauthorized', message: '' })
    },
  })
  expect(await part.findByRole('alert')).toHaveTextContent('Sign in again to see your API keys.')
})
