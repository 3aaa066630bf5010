import type { Account } from '@contract/account'
import { Avatar } from '@/components/avatar'
import { useStatement } from '@/components/statement/use-statement'
import { formatDate } from '@/lib/format-date'
import { useSession } from '@/state/session/use-session'
import type { AccountApi } from './account-api'
import { DeleteAccount } from './delete/delete-account'
import { ExportData } from './export/export-data'
import { ApiKeys } from './keys/api-keys'
import { Sessions } from './sessions/sessions'
import { AccountStatement } from './statement/account-statement'
import { Webhooks } from './webhooks/webhooks'

interface AccountDetailsProps {
  account: Account
  api: AccountApi
}

export function AccountDetails({ account, api }: AccountDetailsProps) {
  const statement = useStatement()
  return (
    <>
      <Profile {...account} />
      <AccountStatement {...statement} />
      {/* Wait until the statement's height is known. If a button moves between press and release, the browser fires
          no click. */}
      {statement.hasSettled && (
        <>
          <Sessions sessions={account.sessions} />
          <ApiKeys />
          <Webhooks />
          <ExportData account={account} api={api} />
          <DeleteAccount account={account} api={api} />
        </>
      )}
    </>
  )
}

function Profile({ name, email, createdAt }: Pick<Account, 'name' | 'email' | 'createdAt'>) {
  const { profile } = useSession()
  const shown = profile?.name ?? (name || 'User')
  return (
    <div className="mb-8 flex items-center gap-4 sm:mb-10">
      <Avatar name={shown} picture={profile?.picture ?? null} className="size-14 text-xl" />
      <div className="min-w-0">
        <p className="line-clamp-3 wide text-heading wrap-anywhere">{shown}</p>
        <p className="text-soft wrap-anywhere">{email}</p>
        <p className="text-sm text-soft">
          Since <time dateTime={createdAt}>{formatDate(createdAt)}</time>
        </p>
      </div>
    </div>
  )
}
