import { Button } from '@/components/button'

export const PAYMENT_NOTE = 'Payment system coming soon.'

interface PurchaseButtonProps {
  label: 'Coming Soon' | 'Purchase'
  nameId: string
  /** The ID of the element that shows PAYMENT_NOTE. */
  noteId: string
  isFirstChoice?: boolean
  className?: string
}

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
