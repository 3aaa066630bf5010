import { Redo2, Undo2 } from 'lucide-react'
import { useStore } from '@/components/hooks/use-store'
import { helpClass } from '../help-class'
import type { Form } from './form-store'

export function UndoButton({ form }: { form: Form }) {
  const replaced = useStore(form.replaced)
  if (!replaced) return null
  const Arrow = replaced.isUndone ? Redo2 : Undo2
  return (
    <button type="button" onClick={form.undo} className={helpClass}>
      <Arrow aria-hidden="true" className="size-4" />
      {replaced.isUndone ? 'Redo' : 'Undo'}
    </button>
  )
}
