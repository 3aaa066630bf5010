import { AccountMenu } from './account-menu'
import { HeaderCredits } from './header-credits'

export function SignedInAccount() {
  return (
    <>
      <HeaderCredits />
      <AccountMenu />
    </>
  )
}
