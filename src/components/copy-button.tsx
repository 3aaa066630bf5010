import { Copy } from 'lucide-react'
import { Button } from './button'
import { useToast } from './use-toast'

interface CopyButtonProps {
  /** What goes to the clipboard. */
  text: string
  label: string
}

/** Puts a text on the clipboard and says so. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const toast = useToast()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast.show({ tone: 'ok', text: 'Copied. Paste it into the prompt of the video generator.' })
    } catch {
      toast.show({ tone: 'bad', text: 'This browser did not allow copying. Select the text and copy it by hand.' })
    }
  }
  return (
    <Button variant="quiet" size="sm" className="-ml-3.5" onClick={copy}>
      <Copy aria-hidden="true" className="size-4" />
      {label}
    </Button>
  )
}
