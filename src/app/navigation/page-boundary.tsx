import { Component, type ReactNode } from 'react'
import type { Location } from 'react-router-dom'
import { RouteError } from '@/app/route-error'

interface PageBoundaryProps {
  /** The page's location. A new one is rendered even after the page before failed. */
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

  override render(): ReactNode {
    const { fault } = this.state
    return fault ? <RouteError error={fault.error} /> : this.props.children
  }
}
