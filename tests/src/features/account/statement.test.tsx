import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { NetworkError } from '@/lib/http/api-error'
import { testEntry, testStatement } from './entries'
import { renderAccount } from './render-account'

const OCTOBER = testEntry({ id: '1', at: '2026-10-31T09:00:00Z' })
const NOVEMBER = testEntry({ id: '2', at: '2026-11-02T09:00:00Z', amount: 50, balanceAfter: 650, credits: 50 })

/** Returns the cells of each row of the table. Narrow screens show the balance below the credits, so it is there twice. */
const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent).join(' | '))

describe('Account statement', () => {
  it('groups transactions by month, with the change and both balances of each fully loaded month', async () => {
    const statement = testStatement([NOVEMBER], 'older')
    const { creditsApi, user, ready } = renderAccount({ section: 'credits', statement })
    const part = await ready()
    await part.findByText('650 credits')
    const november = expect.stringMatching(/^Lite planAdded.* \| \+50650 \| 650$/)
    expect(rows()).toEqual(['November 2026 | 650 | 650', november])
    creditsApi.statement.mockResolvedValueOnce(testStatement([OCTOBER]))
    await user.click(part.getByRole('button', { name: 'Older transactions' }))
    await part.findByRole('heading', { level: 3, name: 'October 2026' })
    expect(rows()).toEqual([
      'November 2026 | +50650 | 650',
      november,
      'Opening balance on Nov 1 | 600 | 600',
      'October 2026 | +600600 | 600',
      expect.stringMatching(/^Lite planAdded.* \| \+600600 \| 600$/),
      'Opening balance on Oct 1 | 0 | 0',
    ])
  })

  it('shows the transactions of the newest month, and of an older month on a click', async () => {
    const statement = testStatement([NOVEMBER, OCTOBER])
    const { user, ready } = renderAccount({ section: 'credits', statement })
    const part = await ready()
    await part.findByText('650 credits')
    const months = () => part.getAllByRole('button', { expanded: true }).map(({ textContent }) => textContent)
    expect([months(), rows().length]).toEqual([['November 2026'], 4])
    await user.click(part.getByRole('button', { name: 'October 2026' }))
    expect([months(), rows().length]).toEqual([['November 2026', 'October 2026'], 6])
    await user.click(part.getByRole('button', { name: 'November 2026' }))
    expect([months(), rows()[0]]).toEqual([['October 2026'], 'November 2026 | +50650 | 650'])
  })

  it('says that the account statement is empty, and offers plans but no CSV file', async () => {
    const { ready } = renderAccount({ section: 'credits', statement: testStatement([]) })
    const part = await ready()
    await part.findByText('No transactions yet')
    expect(part.getByRole('link', { name: 'See plans and pricing' })).toHaveAttribute('href', '/pricing')
    expect(part.queryByRole('button', { name: 'Download CSV' })).toBeNull()
  })

  it('offers Try again for an account statement that failed to load', async () => {
    const { user, creditsApi, ready } = renderAccount({
      section: 'credits',
      prepare: ({ creditsApi }) => creditsApi.statement.mockRejectedValue(new NetworkError('network')),
    })
    const part = await ready()
    await part.findByText(/^We couldn't load your statement/)
    creditsApi.statement.mockResolvedValue(testStatement([OCTOBER]))
    await user.click(part.getByRole('button', { name: 'Try again' }))
    await part.findByText('October 2026')
  })
})
