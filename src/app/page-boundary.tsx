import { Component, type ReactNode } from 'react'
import type { Location } from 'react-router-dom'
import { renewFailedPages } from './lazy-page'
import { RouteError } from './route-error'

interface PageBoundaryProps {
  /** The page's location. A new location renders again, even after the previous page failed. */
  location: Location
  children: ReactNode
}

interface PageBoundaryState {
  location: Location
  fault: { error: unknown } | null
}

export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { location: this.props.location, fault: null }

  static getDerivedStateFromError(error: unknown): Partial<PageBoundaryState> {
    return { fault: { error } }
  }

  static getDerivedStateFromProps({ location }: PageBoundaryProps, state: PageBoundaryState): PageBoundaryState | null {
    return location === state.location ? null : { location, fault: null }
  }

  override componentDidCatch(): void {
    renewFailedPages()
  }

  override render(): ReactNode {
    return this.state.fault ? <RouteError error={this.state.fault.error} /> : this.props.children
  }
}
