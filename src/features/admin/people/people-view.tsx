import { useMemo, useState } from 'react'
import { useServices } from '@/state/services-context'
import type { Credential } from '../credential'
import { ActionsPanel } from './actions-panel'
import { FindPanel } from './find-panel'
import { createPeopleApi } from './people-api'
import { WordsPanel } from './words-panel'

interface PeopleViewProps {
  credential: Credential
  isOnline: boolean
  onRefused: (error: unknown) => void
}

export function PeopleView({ credential, isOnline, onRefused }: PeopleViewProps) {
  const { admin: http } = useServices()
  const api = useMemo(() => createPeopleApi(http, credential), [http, credential])
  /** The person who was chosen in the list of actions. `clicks` starts the search anew, also for the same person. */
  const [wanted, setWanted] = useState({ userId: '', clicks: 0 })
  /** Counts what was changed here, so that the list of actions is read again. */
  const [changes, setChanges] = useState(0)
  const onChanged = () => setChanges((count) => count + 1)
  const panel = { api, isOnline, onRefused }
  return (
    <div className="grid gap-6">
      <FindPanel {...panel} key={wanted.clicks} credential={credential} wanted={wanted.userId} onChanged={onChanged} />
      <WordsPanel {...panel} onChanged={onChanged} />
      <ActionsPanel
        {...panel}
        changes={changes}
        onShowUser={(userId) => setWanted({ userId, clicks: wanted.clicks + 1 })}
      />
    </div>
  )
}
