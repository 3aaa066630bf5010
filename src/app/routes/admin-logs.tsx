// The transport comes along, so that the time a connection test shows is the server's and not that of loading code.
import '@/lib/http/axios-http'
import { AdminLogs } from '@/features/admin-logs/admin-logs'

export function AdminLogsPage() {
  return <AdminLogs />
}
