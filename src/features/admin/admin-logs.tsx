import { useRef } from 'react'
import { Button } from '@/components/button'
import { paths } from '@/config/paths'
import { AdminScreen } from './admin-screen'
import { LogsView } from './table/logs-view'
import { useTexts } from './texts/texts'
import { useAdmin } from './use-admin'

export function AdminLogs() {
  const admin = useAdmin()
  const text = useTexts()
  const grantField = useRef<HTMLInputElement>(null)
  return (
    <AdminScreen
      path={paths.adminLogs}
      title={text.title}
      intro={text.intro}
      admin={admin}
      actions={
        <Button variant="secondary" onClick={() => grantField.current?.focus()}>
          {text.grant.heading}
        </Button>
      }
    >
      {(state) => (
        <LogsView
          api={admin.api}
          state={state}
          isOnline={admin.isOnline}
          onShow={admin.show}
          onFailure={admin.fail}
          grantField={grantField}
        />
      )}
    </AdminScreen>
  )
}
