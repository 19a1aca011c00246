import { refusePlaceholder } from './legal-settings.ts'
import type { ProviderSettings } from './provider-settings.ts'

/** Where customers reach us, as a sandbox shows it. */
const SAMPLE_SUPPORT = {
  SUPPORT_PHONE: '+231 77 000 0100',
  SUPPORT_EMAIL: 'help@sesa.example',
  SUPPORT_ADDRESS: '12 Broad Street, Monrovia, Liberia',
} as const

type SupportSetting = keyof typeof SAMPLE_SUPPORT

/** Returns where customers reach us; live mode refuses the samples, since every receipt must name it. */
export function readSupport(
  settings: Readonly<Partial<Record<SupportSetting, string | undefined>>>,
  { mode }: ProviderSettings,
): Record<SupportSetting, string> {
  const names = Object.keys(SAMPLE_SUPPORT) as SupportSetting[]
  if (mode === 'live')
    for (const name of names)
      refusePlaceholder(name, settings[name], SAMPLE_SUPPORT[name], 'on receipts and in the footer')
  const valueOf = (name: SupportSetting) => settings[name] ?? SAMPLE_SUPPORT[name]
  return {
    SUPPORT_PHONE: valueOf('SUPPORT_PHONE'),
    SUPPORT_EMAIL: valueOf('SUPPORT_EMAIL'),
    SUPPORT_ADDRESS: valueOf('SUPPORT_ADDRESS'),
  }
}
