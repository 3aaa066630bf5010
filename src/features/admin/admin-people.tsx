import { paths } from '@/config/paths'
import { AdminScreen } from './admin-screen'
import { PeopleView } from './people/people-view'
import { usePeopleTexts } from './people/texts/people-texts'
import { useAdmin } from './use-admin'

export function AdminPeople() {
  const admin = useAdmin()
  const text = usePeopleTexts()
  return (
    <AdminScreen path={paths.adminPeople} title={text.title} intro={text.intro} admin={admin}>
      {({ credential }) => <PeopleView credential={credential} isOnline={admin.isOnline} onRefused={admin.fail} />}
    </AdminScreen>
  )
}
