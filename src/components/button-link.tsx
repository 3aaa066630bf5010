import { Link, type LinkProps } from 'react-router-dom'
import { type ButtonSize, type ButtonVariant, getButtonClass } from './button-class'

interface ButtonLinkProps extends Omit<LinkProps, 'className'> {
  variant?: ButtonVariant
  size?: ButtonSize
  className?: string
}

export function ButtonLink({ variant = 'primary', size = 'md', className, ...rest }: ButtonLinkProps) {
  return <Link className={getButtonClass(variant, size, className)} {...rest} />
}
