import { useLocation } from 'react-router-dom'
import { isLoginPopup } from '@/config/paths'
import { LoginPage } from '@/features/login/login-page'
import { LoginPopup } from '@/features/login/login-popup'

export function Page() {
  return isLoginPopup(useLocation()) ? <LoginPopup /> : <LoginPage />
}
