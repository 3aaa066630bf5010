import type { CreditUser } from '@contract/admin'
import { trimText } from '@contract/visible-text'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useServices } from '@/state/services-context'
import type { Credential } from '../credential'
import { endsLogin } from '../failure'
import { createGrantApi } from './grant-api'
import {
  describeGrantFailure,
  describeUserProblem,
  EMPTY_FORM,
  findProblems,
  type GrantFailure,
  type GrantForm,
} from './grant-messages'

type GrantState =
  | { status: 'editing'; problems: Partial<GrantForm> | null; failure: GrantFailure | null }
  | { status: 'looking_up' }
  | { status: 'confirming'; user: CreditUser; amount: number; reason: string }
  | { status: 'granting'; user: CreditUser; amount: number; reason: string }
  /** The server confirmed the grant. `user` has the new balance. */
  | { status: 'granted'; user: CreditUser; amount: number }

const EDITING: GrantState = { status: 'editing', problems: null, failure: null }

const NO_GRANT = { grant: '', key: '' }
/**
 * The grant that the server has not confirmed. A retry uses its key, because an earlier attempt may have been granted
 * even if a later one is refused. It is stored outside the panel, which is removed when the login expires.
 */
let unconfirmed = NO_GRANT

interface GrantInput {
  credential: Credential
  isOnline: boolean
  onRefused: (error: unknown) => void
  /** The user to grant to. Undefined if the form asks for one. */
  userId: string | undefined
  onGranted: (() => void) | undefined
}

/** Grants credits. The form stays until the server has confirmed the grant. */
export function useGrant({ credential, isOnline, onRefused, userId = '', onGranted }: GrantInput) {
  const { admin } = useServices()
  const api = useMemo(() => createGrantApi(admin), [admin])
  const [form, setForm] = useState({ ...EMPTY_FORM, user: userId })
  const [state, setState] = useState<GrantState>(EDITING)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])

  const showFailure = (error: unknown, mayBeGranted: boolean) => {
    if (isGone.current) return
    const failure = describeGrantFailure(error, mayBeGranted, navigator.onLine)
    setState({ status: 'editing', problems: null, failure })
    if (endsLogin(error)) onRefused(error)
  }

  const change = (fields: Partial<GrantForm>) => {
    setForm({ ...form, ...fields })
    setState(EDITING)
  }

  const submit = async () => {
    if (!isOnline || state.status === 'looking_up' || state.status === 'granting') return
    const problems = findProblems(form)
    if (problems) return setState({ status: 'editing', problems, failure: null })
    setState({ status: 'looking_up' })
    try {
      const users = await api.findUsers(credential, trimText(form.user))
      if (isGone.current) return
      const problem = describeUserProblem(users)
      const [user] = users
      if (problem || !user) return setState({ status: 'editing', problems: { user: problem ?? '' }, failure: null })
      setState({ status: 'confirming', user, amount: Number(form.amount), reason: trimText(form.reason) })
    } catch (error) {
      showFailure(error, false)
    }
  }

  const confirm = async () => {
    if (state.status !== 'confirming' || !isOnline) return
    const { user, amount, reason } = state
    const grant = JSON.stringify([user.id, amount, reason])
    if (unconfirmed.grant !== grant) unconfirmed = { grant, key: crypto.randomUUID() }
    setState({ ...state, status: 'granting' })
    try {
      const after = await api.grant(credential, { userId: user.id, amount, reason, key: unconfirmed.key })
      unconfirmed = NO_GRANT
      if (isGone.current) return
      setForm({ ...EMPTY_FORM, user: userId })
      setState({ status: 'granted', user: after, amount })
      onGranted?.()
    } catch (error) {
      showFailure(error, true)
    }
  }

  // The dialog's close event also fires when the user confirms.
  const cancel = () => setState((current) => (current.status === 'confirming' ? EDITING : current))

  return { form, state, change, submit, confirm, cancel }
}
