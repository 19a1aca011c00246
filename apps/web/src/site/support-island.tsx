import type { Config } from '@sesa/contract'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { ContactInfo } from '../features/chrome/contact-info.tsx'
import { SandboxBanner } from '../features/chrome/sandbox-banner.tsx'
import { getPublic } from '../lib/http.ts'

/** The operator's lines in the footer, and the banner of the sandbox, once the configuration is here. */
export function SupportIsland() {
  const [config, setConfig] = useState<Config | null>(null)

  useEffect(() => {
    const controller = new AbortController()
    // Without it the page is whole but for these lines, so a failure is not told.
    getPublic<Config>('/config', controller.signal).then(setConfig, () => undefined)
    return () => controller.abort()
  }, [])

  return (
    <>
      <ContactInfo support={config?.support ?? null} />
      {config?.sandbox && createPortal(<SandboxBanner />, document.body)}
    </>
  )
}
