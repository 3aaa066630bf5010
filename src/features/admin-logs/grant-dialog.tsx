import type { CreditUser } from '@contract'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { credits, nameOf } from './grant-messages'

interface GrantDialogProps {
  grant: { user: CreditUser; amount: number; reason: string } | null
  onConfirm: () => void
  onCancel: () => void
}

export function GrantDialog({ grant, onConfirm, onCancel }: GrantDialogProps) {
  const amount = credits.format(grant?.amount ?? 0)
  const facts = grant
    ? [
        ['用户', nameOf(grant.user)],
        ['当前余额', credits.format(grant.user.credits)],
        ['发放', `+${amount}`],
        ['发放后', credits.format(grant.user.credits + grant.amount)],
        ['原因', grant.reason],
      ]
    : []
  return (
    <ConfirmDialog
      isOpen={grant !== null}
      title="确认发放积分？"
      confirmLabel={`发放 ${amount} 积分`}
      confirmVariant="primary"
      cancelLabel="取消"
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
      <p>发放后无法撤回。</p>
    </ConfirmDialog>
  )
}
