import type { Account, ExportPage } from '@contract/account'
import type { StatementPage } from '@contract/credits'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { ACCOUNT_TEXT } from '@/features/account/account-text'
import type { SectionId } from '@/features/account/sections'
import type { Http } from '@/lib/http/http'
import { renderApp } from '../../../support/app/render-app'
import { testSession } from '../../../support/app/session'
import { testEntry, testStatement } from './entries'

const NEW_YEAR = '2026-01-01T00:00:00.000Z'

export function testAccount(patch: Partial<Account> = {}): Account {
  const own = { id: 'session-1', startedAt: NEW_YEAR, usedAt: '2026-11-20T09:00:00.000Z', userAgent: null }
  return {
    name: 'Ada Byron',
    email: 'ada@example.com',
    createdAt: NEW_YEAR,
    credits: 580,
    videos: 2,
    images: 1,
    storedBytes: 0,
    sessions: [own, { ...own, id: 'session-2' }],
    ...patch,
  }
}

export function testExportPage(patch: Partial<ExportPage> = {}): ExportPage {
  return {
    jobs: [],
    transactions: [],
    signIns: [],
    images: [],
    cast: [],
    keys: [],
    webhooks: [],
    devices: [],
    nextCursor: null,
    ...patch,
  }
}

interface Options {
  /** The section that the address names. */
  section?: SectionId
  account?: Account
  signedIn?: boolean
  statement?: StatementPage
  prepare?: Parameters<typeof renderApp>[0]['prepare']
}

/** Renders the account page. `answer` returns the responses, by method and path. */
export function renderAccount({
  section = 'data',
  account = testAccount(),
  signedIn = true,
  statement,
  prepare,
}: Options = {}) {
  const answer = vi.fn<(call: string, request: Parameters<Http['request']>[0]) => unknown>((call) => {
    if (call === 'GET /api/account') return account
    throw new Error(`The test gave no answer for ${call}`)
  })
  const app = renderApp({
    route: `/account#${section}`,
    session: signedIn ? testSession() : null,
    credits: 580,
    prepare(fakes) {
      fakes.creditsApi.statement.mockResolvedValue(statement ?? testStatement([testEntry()]))
      fakes.api.request.mockImplementation(async (request) => ({
        success: true,
        message: '',
        data: await answer(`${request.method} ${request.path}`, request),
      }))
      prepare?.(fakes)
    },
  })
  const { title } = ACCOUNT_TEXT.sections[section]
  /** Waits until the section's code has loaded, and returns the section. */
  async function ready() {
    const part = within(await screen.findByRole('region', { name: title }))
    await waitFor(() => expect(part.queryByRole('status', { name: `Loading ${title}` })).toBeNull())
    return part
  }
  return { ...app, answer, ready }
}
