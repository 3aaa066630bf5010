import { paths } from '@/config/paths'
import { AdminScreen } from './admin-screen'
import { NumbersView } from './numbers/numbers-view'
import { useNumbersTexts } from './numbers/texts/numbers-texts'
import { useAdmin } from './use-admin'

export function AdminNumbers() {
  const admin = useAdmin()
  const text = useNumbersTexts()
  return (
    <AdminScreen path={paths.adminNumbers} title={text.title} intro={text.intro} admin={admin}>
      {({ credential }) => <NumbersView credential={credential} isOnline={admin.isOnline} onRefused={admin.fail} />}
    </AdminScreen>
  )
}
