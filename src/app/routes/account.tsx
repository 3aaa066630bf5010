export { AccountPage as Page } from '@/features/account/account-page'
