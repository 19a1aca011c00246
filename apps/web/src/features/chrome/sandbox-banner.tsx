/** Says that this is a demonstration. Fixed to the edge of the screen, so that nothing moves when it arrives. */
export function SandboxBanner() {
  return (
    <aside
      aria-label="Sandbox"
      className="fixed inset-x-0 bottom-0 z-30 bg-accent px-4 py-2 text-center font-semibold text-on-accent"
    >
      <a href="/sandbox" className="underline decoration-2 underline-offset-4">
        Sandbox: no real money moves
      </a>
    </aside>
  )
}
