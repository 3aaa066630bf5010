export { AdminLogs as Page } from '@/features/admin/admin-logs'
