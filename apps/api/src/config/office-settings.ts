import * as v from 'valibot'
import { ConfigError, type ProviderSettings } from './provider-settings.ts'

/** Where the office of staff listens and is reached. */
export interface OfficeSettings {
  readonly port: number
  /** Where staff reach it, without a trailing slash. Passkeys and the session's cookie belong to its host. */
  readonly url: string
}

/** Where the end of the audit log is kept outside the database, once a day. */
export interface AnchorSettings {
  readonly file: string | undefined
  readonly email: string | undefined
}

const settings = v.object({
  OFFICE_PORT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/, 'is no port. Set it to a number from 1 to 65535'),
      v.transform(Number),
      v.minValue(1, 'is no port. Set it to a number from 1 to 65535'),
      v.maxValue(65_535, 'is no port. Set it to a number from 1 to 65535'),
    ),
  ),
  OFFICE_URL: v.optional(v.pipe(v.string(), v.url('is no URL. Set it like https://office.example'))),
  AUDIT_ANCHOR_FILE: v.optional(v.pipe(v.string(), v.nonEmpty('is empty. Name a file'))),
  AUDIT_ANCHOR_EMAIL: v.optional(v.pipe(v.string(), v.email('is no email address'))),
})

type Environment = Readonly<Record<string, string | undefined>>

/** With real money, staff sign in over https, at a host that no page for customers shares. */
function refuseShared(url: string, publicUrl: string): void {
  if (!url.startsWith('https:'))
    throw new ConfigError('Setting OFFICE_URL: live mode wants the https address that staff use.')
  if (new URL(url).hostname === new URL(publicUrl).hostname)
    throw new ConfigError(
      'Setting OFFICE_URL: live mode wants a host of its own, not that of SESA_PUBLIC_URL.',
    )
}

/** Reads the settings of the office, which is off without a port. Throws ConfigError. */
export function readOffice(
  env: Environment,
  { mode }: Pick<ProviderSettings, 'mode'>,
  publicUrl: string,
): {
  readonly office: OfficeSettings | null
  /** Where staff reach the office, for links; null where nobody has set it. The worker writes invitations without a port. */
  readonly officeUrl: string | null
  readonly anchors: AnchorSettings
} {
  const read = v.safeParse(settings, env)
  if (!read.success) {
    const issue = read.issues[0]
    throw new ConfigError(`Setting ${v.getDotPath(issue) ?? '?'} ${issue.message}.`)
  }
  const {
    OFFICE_PORT: port,
    OFFICE_URL: given,
    AUDIT_ANCHOR_FILE: file,
    AUDIT_ANCHOR_EMAIL: email,
  } = read.output
  const anchors = { file, email }
  if (mode === 'live' && given === undefined) {
    if (port === undefined) return { office: null, officeUrl: null, anchors }
    throw new ConfigError('Setting OFFICE_URL is missing: set it to the address that staff use.')
  }
  const url = (given ?? publicUrl).replace(/\/$/, '')
  if (mode === 'live') refuseShared(url, publicUrl)
  return { office: port === undefined ? null : { port, url }, officeUrl: url, anchors }
}

/** Where the customers' server finds the office that it passes `/office` on to: in the sandbox alone. */
export const officeAt = ({
  office,
  providers,
}: {
  readonly office: OfficeSettings | null
  readonly providers: Pick<ProviderSettings, 'mode'>
}): string | undefined =>
  office === null || providers.mode !== 'sandbox' ? undefined : `http://127.0.0.1:${office.port}`
