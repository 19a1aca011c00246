import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

interface State {
  failed: boolean
}

/** Around each page: a fault in it, or code that could not be fetched, leaves header and way out standing. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <div className="mx-auto max-w-160 px-4 py-16">
        <title>Error · Sesa</title>
        <Notice
          tone="error"
          title="This page could not be shown"
          action={<Button onClick={() => location.reload()}>Load it again</Button>}
        >
          The connection may have been lost, or we made a mistake. What you typed before is kept.
        </Notice>
      </div>
    )
  }
}
