export { AdminNumbers as Page } from '@/features/admin/admin-numbers'
