import type { CreateKeyBody } from '@contract/keys'
import { useId, useState } from 'react'
import { Button } from '@/components/button'
import { useModal } from '@/components/hooks/use-modal'
import { ShownOnce } from '@/components/secret/shown-once'
import { KeyForm } from './key-form'
import { KEY_TEXT } from './key-text'

interface CreateKeyDialogProps {
  isOnline: boolean
  /** Returns the secret. Rejects if no key was created. */
  onCreate: (choices: CreateKeyBody) => Promise<string>
  onClose: () => void
}

/** Asks for a key's permissions, then shows the key once. */
export function CreateKeyDialog({ isOnline, onCreate, onClose }: CreateKeyDialogProps) {
  const id = useId()
  const { modal, close } = useModal(onClose)
  const [secret, setSecret] = useState<string | null>(null)

  return (
    <dialog
      {...modal}
      aria-labelledby={id}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] overflow-y-auto max-w-lg rounded-xl border border-edge bg-panel shadow-float backdrop:bg-ink/80 open:animate-rise"
    >
      <div className="grid grid-cols-1 gap-5 p-5 sm:p-6">
        <h2 id={id} className="text-heading">
          {KEY_TEXT.create}
        </h2>
        {secret ? (
          <>
            <ShownOnce title={KEY_TEXT.ready} noun="key" value={secret} once={KEY_TEXT.once} />
            <Button variant="secondary" className="justify-self-end" onClick={close}>
              Done
            </Button>
          </>
        ) : (
          <KeyForm
            isOnline={isOnline}
            onCreate={async (choices) => setSecret(await onCreate(choices))}
            onCancel={close}
          />
        )}
      </div>
    </dialog>
  )
}
