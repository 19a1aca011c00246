import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  children: ReactNode
  /** Replaces content that failed with this error; `retry` renders the content again. */
  fallback: (error: unknown, retry: () => void) => ReactNode
  /** A fault belongs to its place: when the place changes, the content is rendered again. */
  place?: string
}

type Fault = { failed: false } | { failed: true; error: unknown }

/** Prevents a fault in its content from breaking the rest of the page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, Fault> {
  override state: Fault = { failed: false }

  static getDerivedStateFromError(error: unknown): Fault {
    return { failed: true, error }
  }

  override componentDidUpdate(before: ErrorBoundaryProps, { failed }: Fault) {
    if (failed && before.place !== this.props.place) this.setState({ failed: false })
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return this.props.fallback(this.state.error, () => this.setState({ failed: false }))
  }
}
