export { AdminLogs as Page } from '@/features/admin-logs/admin-logs'
