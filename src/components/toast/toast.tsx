import { Toast as BaseToast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import type { ToastMessage } from './messages'
import { PartyText } from './party-text'

const ICONS = { ok: CircleCheck, bad: CircleAlert, info: Info }
/** Removes Base UI's dialog role, which has no name and hides the button from screen readers. */
const NO_DIALOG = { 'aria-modal': undefined }
const HEARD = { 'aria-hidden': undefined }
const NAMES = { ok: 'Done', bad: 'Error', info: 'Info' }
const TONES = { ok: 'text-ok', bad: 'text-bad', info: 'text-amber' }

/** A message. It stays while pointed at or focused, and can be swiped away. Failures are read out at once. */
export function Toast({ toast }: { toast: BaseToast.Root.ToastObject<ToastMessage> }) {
  const { data } = toast
  if (!data) return null
  const { tone, text, action } = data
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
          <PartyText text={text} />
        </p>
        {action && (
          <a
            href={action.href}
            target="_blank"
            rel="noreferrer"
            className="mt-1 inline-block font-semibold text-amber underline-offset-4 hover:underline"
          >
            {action.label}
          </a>
        )}
      </div>
      <BaseToast.Close
        aria-label="Close"
        {...HEARD}
        className="-m-2 grid size-10 shrink-0 place-items-center rounded-md text-soft hover:text-text"
      >
        <X aria-hidden="true" className="size-4" />
      </BaseToast.Close>
    </BaseToast.Root>
  )
}
