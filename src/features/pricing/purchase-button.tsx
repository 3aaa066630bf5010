import { Button } from '@/components/button'

/** Why nothing can be bought. */
export const PAYMENT_NOTE = 'Payment system coming soon.'

interface PurchaseButtonProps {
  label: 'Coming Soon' | 'Purchase'
  /** Id of the name of what would be bought. */
  nameId: string
  /** Id of the element that shows PAYMENT_NOTE. */
  noteId: string
  isFirstChoice?: boolean
  className?: string
}

/** Off until payments open, and says so: in sight, on hover and to assistive technology. */
export function PurchaseButton({ label, nameId, noteId, isFirstChoice = false, className }: PurchaseButtonProps) {
  return (
    <Button
      disabled
      variant={isFirstChoice ? 'primary' : 'secondary'}
      title={PAYMENT_NOTE}
      aria-describedby={`${nameId} ${noteId}`}
      {...(className ? { className } : {})}
    >
      {label}
    </Button>
  )
}
