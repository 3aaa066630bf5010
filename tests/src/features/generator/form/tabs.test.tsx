import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { Tabs } from '@/features/generator/form/tabs'

const TABS = [
  { value: 'image', label: 'Image' },
  { value: 'text', label: 'Text' },
  { value: 'sound', label: 'Sound' },
] as const

function KindTabs() {
  const [value, setValue] = useState<(typeof TABS)[number]['value']>('text')
  return (
    <Tabs label="Kinds" tabs={TABS} value={value} onChange={setValue}>
      <input aria-label={`Field of ${value}`} />
    </Tabs>
  )
}

describe('Generator tabs', () => {
  const tab = (name: string) => screen.getByRole('tab', { name })

  it('moves between tabs by arrow keys, Home, and End, and into the panel by Tab', async () => {
    render(<KindTabs />)
    const user = userEvent.setup()
    act(() => tab('Text').focus())
    await user.keyboard('{ArrowRight}')
    expect(tab('Sound')).toHaveFocus()
    expect(screen.getByLabelText('Field of sound')).toBeInTheDocument()
    await user.keyboard('{ArrowRight}')
    expect(tab('Image')).toHaveFocus()
    await user.keyboard('{End}')
    expect(tab('Sound')).toHaveFocus()
    await user.keyboard('{Home}')
    expect(tab('Image')).toHaveFocus()
    await user.tab()
    expect(screen.getByLabelText('Field of image')).toHaveFocus()
  })
})
