import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  children: ReactNode
  /** What stands in for what failed, and with what; `retry` draws it once more. */
  fallback: (error: unknown, retry: () => void) => ReactNode
  /** Where it stands. A fault belongs to its place: at another one what it holds is drawn once more. */
  place?: string
}

type Fault = { failed: false } | { failed: true; error: unknown }

/** Keeps a fault in what it holds from taking the rest of the page along. */
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
