import { type FormEvent, useState } from 'react'
import { Button } from '@/components/button'
import { controlClass } from '@/components/control-class'
import { Field } from '@/components/field'
import type { AdminFailure } from '../failure'
import { FailureNote } from '../failure-note'
import { useTexts } from '../texts/texts'

const DEFAULT_USERNAME = 'admin'

interface AdminLoginFormProps {
  failure: AdminFailure | null
  isBusy: boolean
  isOnline: boolean
  /** The typed password. The page stores it, and tests the server's status with it. */
  password: string
  onPassword: (password: string) => void
  onSubmit: (username: string, password: string) => void
}

export function AdminLoginForm({ failure, isBusy, isOnline, password, onPassword, onSubmit }: AdminLoginFormProps) {
  const text = useTexts().login
  const [username, setUsername] = useState(DEFAULT_USERNAME)
  const [isChecked, setIsChecked] = useState(false)
  const usernameError = isChecked && !username.trim() && text.usernameMissing
  const passwordError = isChecked && !password && text.passwordMissing

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (!isOnline || isBusy || !username.trim() || !password) return
    onSubmit(username.trim(), password)
  }

  return (
    <form noValidate onSubmit={submit} aria-label={text.heading} className="grid gap-5 p-4 sm:p-6">
      {failure && <FailureNote failure={failure} />}
      <Field label={text.username} error={usernameError}>
        {(control) => (
          <input
            {...control}
            className={controlClass}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={200}
            value={username}
            onChange={(event) => setUsername(event.target.value)}
          />
        )}
      </Field>
      <Field label={text.password} error={passwordError}>
        {(control) => (
          <input
            {...control}
            className={controlClass}
            type="password"
            name="password"
            autoComplete="current-password"
            required
            maxLength={1000}
            value={password}
            onChange={(event) => onPassword(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" size="lg" busy={isBusy} disabled={!isOnline}>
        {text.submit}
      </Button>
    </form>
  )
}
