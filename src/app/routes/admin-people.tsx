export { AdminPeople as Page } from '@/features/admin/admin-people'
