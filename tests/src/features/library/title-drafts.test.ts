import { renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { expect, it } from 'vitest'
import { createTitleDrafts, TitleDraftsContext, useTitleDraft } from '@/features/library/title-drafts'
import { clearPersonalData } from '@/lib/browser/personal-data'

/** The page that a reload opens, with the form of one video. */
function openPage() {
  const drafts = createTitleDrafts()
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(TitleDraftsContext, { value: drafts }, children)
  return renderHook(() => useTitleDraft('job-1'), { wrapper }).result
}

it('keeps a title that is being typed over a reload, until its form closes', () => {
  const page = openPage()
  page.current.open('Fox')
  const again = openPage()
  expect(again.current.draft?.text).toBe('Fox')
  again.current.change('Fox in the snow')
  const last = openPage()
  expect(last.current.draft).toEqual({ text: 'Fox in the snow', selection: null })
  last.current.close()
  expect(openPage().current.draft).toBeUndefined()
})

it('forgets it at a sign-out, also in a tab that sleeps', async () => {
  openPage().current.open('Fox')
  const sleeping = { ...window.sessionStorage }
  await clearPersonalData()
  expect(window.sessionStorage.getItem('title-drafts')).toBeNull()
  for (const [key, value] of Object.entries(sleeping)) window.sessionStorage.setItem(key, value)
  expect(openPage().current.draft).toBeUndefined()
})
