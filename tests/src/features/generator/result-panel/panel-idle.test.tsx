import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { createFakeServices } from '../../../../support/app/fake-services'
import { testSession } from '../../../../support/app/session'
import { useSlowTime } from '../../../../support/app/slow-time'
import { renderGenerator } from '../page'

beforeEach(useSlowTime)

const INVITATION = 'You have 0 credits. A video costs 20 to 330 credits, charged only when it arrives.'

it('tells a new account without credits what a video costs, and links to the prices', async () => {
  const { stage } = await renderGenerator({ credits: 0 })
  expect(await stage().findByText(INVITATION)).toBeInTheDocument()
  expect(stage().getByRole('link', { name: 'See plans and packs' })).toHaveAttribute('href', '/pricing')
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
  expect(screen.queryByRole('link', { name: 'See plans and packs' })).not.toBeInTheDocument()
})
