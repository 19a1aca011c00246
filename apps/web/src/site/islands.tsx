import type { Config } from '@sesa/contract'
import { useEffect, useState, type ComponentType } from 'react'
import { createPortal } from 'react-dom'
import { ContactInfo } from '../features/chrome/contact-info.tsx'
import { SandboxBanner } from '../features/chrome/sandbox-banner.tsx'
import { SignOutButton } from '../features/chrome/sign-out-button.tsx'
import { Converter } from '../features/converter/converter.tsx'
import { failureOf, getPublic, request, type Failure } from '../lib/http.ts'
import { paths } from '../lib/paths.ts'

/** Ends the session and shows the page as a visitor sees it. */
async function signOut(): Promise<Failure | null> {
  try {
    await request({ method: 'POST', path: '/auth/sign-out' })
  } catch (error) {
    return failureOf(error)
  }
  new BroadcastChannel('sesa-session').postMessage('signed-out')
  location.assign(paths.home)
  return null
}

function SignOut() {
  return <SignOutButton signOut={signOut} />
}

/** The operator's lines in the footer, and the banner of the sandbox, once the configuration is here. */
function Support() {
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

/** The parts of public pages that need a script. All else is plain HTML and weighs nothing in the bundle. */
export const ISLANDS = {
  converter: Converter,
  'sign-out': SignOut,
  support: Support,
} as const satisfies Record<string, ComponentType>

export type IslandName = keyof typeof ISLANDS

/** Ids of an island's elements begin alike on both sides, so that hydration finds what was rendered. */
export function idPrefix(name: IslandName): string {
  return `${name}-`
}
