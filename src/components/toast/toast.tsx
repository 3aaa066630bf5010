import { Toast as BaseToast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { Link } from 'react-router-dom'
import { EmojiText } from './emoji-text'
import type { ToastMessage } from './messages'

const ICONS = { ok: CircleCheck, bad: CircleAlert, info: Info }
/** Removes Base UI's dialog role. The dialog has no name, and it hides the button from screen readers. */
const NO_DIALOG = { 'aria-modal': undefined }
const HEARD = { 'aria-hidden': undefined }
const NAMES = { ok: 'Done', bad: 'Error', info: 'Info' }
const TONES = { ok: 'text-ok', bad: 'text-bad', info: 'text-amber' }

const LINK = 'mt-1 inline-flex min-h-6 items-center font-semibold text-amber underline-offset-4 hover:underline'

/**
 * A message, which the user can swipe to dismiss. It stays while hovered or focused. Screen readers announce errors at
 * once.
 */
export function Toast({ toast }: { toast: BaseToast.Root.ToastObject<ToastMessage> }) {
  const { close } = BaseToast.useToastManager()
  const { data } = toast
  if (!data) return null
  const { tone, text, about, action } = data
  const Icon = ICONS[tone]
  return (
    <BaseToast.Root
      toast={toast}
      role={tone === 'bad' ? 'alert' : 'status'}
      aria-label={NAMES[tone]}
      {...NO_DIALOG}
      className="toast flex w-full items-start gap-3 rounded-lg border border-edge bg-raise p-4 shadow-float"
    >
      <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${TONES[tone]}`} />
      <div className="min-w-0 flex-1 text-[0.9375rem]">
        <p>
          <EmojiText text={text} />
        </p>
        {about && <p className="line-clamp-2 text-soft wrap-anywhere">{about}</p>}
        {action &&
          ('to' in action ? (
            <Link to={action.to} onClick={() => close(toast.id)} className={LINK}>
              {action.label}
            </Link>
          ) : 'onClick' in action ? (
            <button type="button" onClick={action.onClick} className={LINK}>
              {action.label}
            </button>
          ) : (
            <a href={action.href} target="_blank" rel="noreferrer" className={LINK}>
              {action.label}
            </a>
          ))}
      </div>
      <BaseToast.Close
        aria-label="Close"
        {...HEARD}
        className="-m-2 grid size-10 pointer-coarse:size-11 shrink-0 place-items-center rounded-md text-soft hover:text-text"
      >
        <X aria-hidden="true" className="size-4" />
      </BaseToast.Close>
    </BaseToast.Root>
  )
}
