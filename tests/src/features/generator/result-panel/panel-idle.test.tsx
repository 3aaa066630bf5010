import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { createFakeServices } from '../../../../support/app/fake-services'
import { testSession } from '../../../../support/app/session'
import { useSlowTime } from '../../../../support/app/slow-time'
import { renderGenerator } from '../page'

beforeEach(useSlowTime)

it('tells a new account once that credits are missing, below the button, and links to the prices', async () => {
  const { form, stage } = await renderGenerator({ credits: 0 })
  expect(screen.getByText(/Not enough credits/)).toHaveTextContent('Not enough credits (0/330)')
  expect(form.getByRole('link', { name: 'Buy Credits' })).toHaveAttribute('href', '/pricing')
  expect(stage().queryByRole('link')).not.toBeInTheDocument()
  expect(stage().getByText('Your next video')).toBeInTheDocument()
})

it("doesn't mention missing credits before the balance is known", async () => {
  const { supabase } = createFakeServices({ session: testSession() })
  supabase.answers.rpc = () => new Promise(() => {})
  const { form } = await renderGenerator({
    knowsBalance: false,
    services: { loadSupabase: async () => supabase.client },
  })
  await vi.waitFor(() => expect(supabase.rpc).toHaveBeenCalled())
  expect(form.queryByText(/Not enough credits|Please login/)).not.toBeInTheDocument()
})
