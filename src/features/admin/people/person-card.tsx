import type { Person } from '@contract/admin'
import { Ban } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCredits } from '@/lib/format-credits'
import { toPlainText } from '@/lib/text'
import type { Credential } from '../credential'
import { formatCount } from '../format-number'
import { GrantPanel } from '../grant/grant-panel'
import { LogTime } from '../log-time'
import type { PeoplePanelProps } from './people-api'
import { PersonTables } from './person-tables'
import { SuspendForm } from './suspend-form'
import { usePeopleTexts } from './texts/people-texts'

interface PersonCardProps extends PeoplePanelProps {
  credential: Credential
  person: Person
  /** Called with the person after a suspension or a lift. */
  onPerson: (person: Person) => void
  onGranted: () => void
}

/** One person: the account, what the administrator can do, and the latest videos, sign-ins, and keys. */
export function PersonCard({ api, credential, person, isOnline, onRefused, onPerson, onGranted }: PersonCardProps) {
  const text = usePeopleTexts().person
  const { id, email, name, credits, held, createdAt, suspension, jobCount, openJobCount, signInCount } = person
  const facts: [string, ReactNode][] = [
    [text.balance, formatCredits(credits)],
    [text.held, formatCredits(held)],
    [text.jobs, text.jobCount(formatCount(jobCount), formatCount(openJobCount))],
    [text.signIns, formatCount(signInCount)],
    [text.since, <LogTime key="time" time={new Date(createdAt)} />],
    [text.id, <bdi key="id">{id}</bdi>],
  ]
  return (
    <article aria-labelledby={`person-${id}`} className="grid gap-6 border-t border-hairline p-4 sm:p-6">
      <div className="min-w-0">
        <h3 id={`person-${id}`} className="text-base wrap-anywhere">
          <bdi>{toPlainText(email) || id}</bdi>
        </h3>
        {name && (
          <p className="text-soft wrap-anywhere">
            <bdi>{toPlainText(name)}</bdi>
          </p>
        )}
      </div>
      {suspension && (
        <div className="flex gap-2.5 rounded-md border border-bad/40 bg-bad/10 px-3.5 py-3">
          <Ban aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bad" />
          <div className="min-w-0">
            <p>{text.suspendedSince}</p>
            <LogTime time={new Date(suspension.since)} />
            <p className="mt-1 wrap-anywhere">
              {text.suspensionReason} <bdi>{toPlainText(suspension.reason)}</bdi>
            </p>
          </div>
        </div>
      )}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 tabular-nums md:grid-cols-3 xl:grid-cols-6">
        {facts.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-sm text-soft">{label}</dt>
            <dd className="mt-0.5 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <SuspendForm api={api} person={person} isOnline={isOnline} onRefused={onRefused} onPerson={onPerson} />
      <PersonTables person={person} />
      <GrantPanel credential={credential} userId={id} isOnline={isOnline} onRefused={onRefused} onGranted={onGranted} />
    </article>
  )
}
