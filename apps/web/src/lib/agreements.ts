import type { AgreementsDue } from '@sesa/contract'

/** The versions that a form asks the customer to agree to, in the call's format. */
export interface Accepted {
  terms?: string
  privacy?: string
  esign?: string
  build?: string
}

/** Returns the id of this build, for the record of a consent; undefined in development. */
export function buildOfPage(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content
}

/** Returns the versions of all due agreements; undefined when none is due. */
export function acceptedOf(due: AgreementsDue): Accepted | undefined {
  if (due.length === 0) return undefined
  const build = buildOfPage()
  const versions: Accepted = {}
  for (const { document, version } of due) versions[document] = version
  return { ...versions, ...(build !== undefined && { build }) }
}
