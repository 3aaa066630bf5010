import { trimText } from '@contract/visible-text'
import { Search } from 'lucide-react'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/button'
import { controlClass } from '@/components/control-class'
import { Field } from '@/components/field'
import { Panel } from '@/components/panel'
import { Skeleton } from '@/components/skeleton'
import type { Credential } from '../credential'
import { FailureNote } from '../failure-note'
import { useAdminRead } from '../use-admin-read'
import type { PeoplePanelProps } from './people-api'
import { PersonCard } from './person-card'
import { usePeopleTexts } from './texts/people-texts'

interface FindPanelProps extends PeoplePanelProps {
  credential: Credential
  /** The ID of a person to find at once. Empty for none. */
  wanted: string
  onChanged: () => void
}

export function FindPanel({ api, credential, wanted, isOnline, onRefused, onChanged }: FindPanelProps) {
  const text = usePeopleTexts().find
  const [draft, setDraft] = useState(wanted)
  const [asked, setAsked] = useState(wanted)
  const [isMissing, setIsMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const find = useCallback((signal: AbortSignal) => api.find(asked, signal), [api, asked])
  const { data: people, failure, isLoading, load, change } = useAdminRead(find, onRefused, asked !== '')

  useEffect(() => {
    // The clicked name is far below on a long page.
    if (wanted) field.current?.focus()
  }, [wanted])

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const user = trimText(draft)
    setIsMissing(!user)
    if (!user || !isOnline) return
    if (user === asked) void load()
    else setAsked(user)
  }

  return (
    <Panel heading={text.heading}>
      <form
        noValidate
        aria-label={text.heading}
        onSubmit={onSubmit}
        className="grid items-start gap-4 p-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:p-6"
      >
        <Field label={text.user} error={isMissing && text.userMissing} className="min-w-0">
          {(control) => (
            <input
              {...control}
              ref={field}
              className={controlClass}
              maxLength={320}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              required
              value={draft}
              onChange={(event) => {
                setDraft(event.target.value)
                setIsMissing(false)
              }}
            />
          )}
        </Field>
        <Button type="submit" disabled={!isOnline} busy={isLoading} className="justify-self-start sm:mt-7">
          <Search aria-hidden="true" className="size-4.5" />
          {text.submit}
        </Button>
      </form>
      <div role="status" className="px-4 pb-4 empty:hidden sm:px-6 sm:pb-6">
        {isLoading && !people && <span className="sr-only">{text.loading}</span>}
        {people && people.length === 0 && <p>{text.none}</p>}
        {people && people.length > 1 && <p>{text.several(people.length)}</p>}
      </div>
      {failure && !isLoading && (
        <div className="px-4 pb-4 sm:px-6 sm:pb-6">
          <FailureNote failure={failure} />
        </div>
      )}
      {isLoading && !people && <Skeleton className="mx-4 mb-4 h-40 sm:mx-6 sm:mb-6" />}
      {people?.map((person) => (
        <PersonCard
          key={person.id}
          api={api}
          credential={credential}
          person={person}
          isOnline={isOnline}
          onRefused={onRefused}
          onPerson={(now) => {
            change((shown) => shown.map((one) => (one.id === now.id ? now : one)))
            onChanged()
          }}
          onGranted={() => {
            void load()
            onChanged()
          }}
        />
      ))}
    </Panel>
  )
}
