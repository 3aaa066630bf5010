import type { CreditUser } from '@contract/admin'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { formatCredits } from '@/lib/format-credits'
import { useTexts } from '../texts/texts'
import { formatUserName } from './grant-messages'

interface GrantDialogProps {
  grant: { user: CreditUser; amount: number; reason: string } | null
  onConfirm: () => void
  onCancel: () => void
}

export function GrantDialog({ grant, onConfirm, onCancel }: GrantDialogProps) {
  const text = useTexts().grant.confirm
  const amount = formatCredits(grant?.amount ?? 0)
  const facts = grant
    ? [
        [text.user, formatUserName(grant.user)],
        [text.balance, formatCredits(grant.user.credits)],
        [text.grant, `+${amount}`],
        [text.after, formatCredits(grant.user.credits + grant.amount)],
        [text.reason, grant.reason],
      ]
    : []
  return (
    <ConfirmDialog
      isOpen={grant !== null}
      title={text.title}
      confirmLabel={text.submit(amount)}
      confirmVariant="primary"
      cancelLabel={text.cancel}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <dl className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 gap-y-2">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="text-text tabular-nums wrap-anywhere">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p>{text.final}</p>
    </ConfirmDialog>
  )
}
