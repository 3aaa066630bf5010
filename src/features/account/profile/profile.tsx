import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Avatar } from '@/components/avatar'
import { Button } from '@/components/button'
import { paths } from '@/config/paths'
import { formatCredits } from '@/lib/format-credits'
import { useCredits } from '@/state/credits/use-credits'
import { useSession, useSessionStore } from '@/state/session/use-session'
import type { SectionProps } from '../sections'

const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long' })
const countFormat = new Intl.NumberFormat('en')
const sizeFormat = new Intl.NumberFormat('en', { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })

export function Profile({ account }: SectionProps) {
  const { name, email, createdAt, videos, images, storedBytes } = account
  const { profile } = useSession()
  const { credits, status } = useCredits()
  const shown = profile?.name ?? (name || 'User')
  const facts: [name: string, value: string][] = [
    ['Member since', formatDay(createdAt)],
    ['Credits', formatCredits(status === 'ready' ? credits : account.credits)],
    ['Videos', countFormat.format(videos)],
    ['Images', countFormat.format(images)],
    ['Storage', sizeFormat.format(storedBytes / 1_000_000)],
  ]
  return (
    <>
      <div className="flex items-center gap-5">
        <Avatar
          name={shown}
          picture={profile?.picture ?? null}
          className="size-[min(5rem,20vw)] text-[min(1.75rem,8vw)]"
        />
        <div className="min-w-0">
          <p className="line-clamp-3 wide text-heading wrap-anywhere">{shown}</p>
          <p className="mt-1 text-soft wrap-anywhere">{email}</p>
        </div>
      </div>
      <dl className="mt-8 divide-y divide-hairline border-y border-hairline tabular-nums">
        {facts.map(([term, value]) => (
          <div key={term} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-3">
            <dt className="text-soft">{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <SignOut />
    </>
  )
}

function SignOut() {
  const { signOut } = useSessionStore()
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)

  async function leave() {
    setIsBusy(true)
    await signOut()
    navigate(paths.home)
  }

  return (
    <Button variant="secondary" busy={isBusy} onClick={leave} className="mt-8">
      {!isBusy && <LogOut aria-hidden="true" className="size-4.5" />}
      Sign out
    </Button>
  )
}

function formatDay(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? '' : dayFormat.format(date)
}
