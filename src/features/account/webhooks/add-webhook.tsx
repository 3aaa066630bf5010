import { MAX_WEBHOOK_CHARACTERS } from '@contract/messages'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/button'
import { controlClass } from '@/components/control-class'
import { Field } from '@/components/field'
import { useUnsaved } from '@/components/hooks/use-unsaved'
import { describeAddFailure, WEBHOOK_TEXT } from './webhook-text'

interface AddWebhookProps {
  isOnline: boolean
  /** Rejects if the webhook may not exist. */
  onAdd: (url: string) => Promise<void>
}

export function AddWebhook({ isOnline, onAdd }: AddWebhookProps) {
  const [url, setUrl] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  useUnsaved(url !== '')

  async function add(event: FormEvent) {
    event.preventDefault()
    if (isBusy || !isOnline || url.trim() === '') return
    setIsBusy(true)
    setFailure(null)
    try {
      await onAdd(url.trim())
      setUrl('')
    } catch (error) {
      setFailure(describeAddFailure(error))
    }
    setIsBusy(false)
  }

  return (
    <form noValidate onSubmit={add} className="grid gap-4">
      <Field label={WEBHOOK_TEXT.label} error={failure && <span role="alert">{failure}</span>}>
        {(control) => (
          <input
            {...control}
            type="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://"
            maxLength={MAX_WEBHOOK_CHARACTERS}
            value={url}
            onChange={({ target }) => {
              setUrl(target.value)
              setFailure(null)
            }}
            className={controlClass}
          />
        )}
      </Field>
      <Button type="submit" variant="secondary" busy={isBusy} disabled={!isOnline} className="justify-self-start">
        Add webhook
      </Button>
    </form>
  )
}
