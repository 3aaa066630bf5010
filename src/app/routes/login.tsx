import { useLocation } from 'react-router-dom'
import { isLoginPopup } from '@/config/paths'
import { LoginPage as Login } from '@/features/login/login-page'
import { LoginPopup } from '@/features/login/login-popup'

export function LoginPage() {
  return isLoginPopup(useLocation()) ? <LoginPopup /> : <Login />
}
