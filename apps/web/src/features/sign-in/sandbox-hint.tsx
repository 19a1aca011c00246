import { TextLink } from '../../ui/button.tsx'

/** Where codes arrive while no real message is sent. */
export function SandboxHint() {
  return (
    <p className="text-muted">
      In the sandbox no SMS is sent: the code arrives on{' '}
      <TextLink href="/sandbox" target="_blank" rel="noopener">
        the sandbox’s phones
        <span className="sr-only"> (opens in a new tab)</span>
      </TextLink>
      .
    </p>
  )
}
