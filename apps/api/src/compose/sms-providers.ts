import { COUNTRIES, type CountryCode } from '@sesa/contract'
import { createFailOver, type SmsReports, type SmsSender } from '../domains/record/index.ts'
import { createAfricasTalking } from '../providers/sms/africas-talking.ts'
import { checkAfricasTalking, checkTwilio } from '../providers/sms/reach.ts'
import {
  createAfricasTalkingReports,
  createTwilioReports,
  TWILIO_REPORTS_PATH,
} from '../providers/sms/reports.ts'
import { createTwilio } from '../providers/sms/twilio.ts'
import type { RealSettings } from '../config/provider-settings.ts'
import { complete } from '../config/setting.ts'
import { fetchOf, type AdapterSettings, type Providers } from './provider-ports.ts'

/** Returns the settings of the vendors that are configured. */
function vendorsOf(s: RealSettings) {
  const africasTalking = complete({
    ...{ baseUrl: s.AFRICASTALKING_URL, username: s.AFRICASTALKING_USERNAME },
    apiKey: s.AFRICASTALKING_API_KEY,
  })
  const twilio = complete({
    ...{ baseUrl: s.TWILIO_URL, accountSid: s.TWILIO_ACCOUNT_SID },
    ...{ authToken: s.TWILIO_AUTH_TOKEN, from: s.TWILIO_FROM },
  })
  return { africasTalking, twilio }
}

export function smsSenders(settings: RealSettings, adapterSettings: AdapterSettings): SmsSender {
  const { timeout, publicUrl } = adapterSettings
  const { africasTalking, twilio } = vendorsOf(settings)
  const { AFRICASTALKING_FROM: from } = settings
  // Twilio refuses a message whose report it could not send to a public address.
  const reportTo = publicUrl.startsWith('https:') ? publicUrl + TWILIO_REPORTS_PATH : undefined
  const ask = (vendor: string) => fetchOf(adapterSettings, vendor)
  const senders = {
    africastalking:
      africasTalking &&
      createAfricasTalking(
        { ...africasTalking, timeout, ...(from !== undefined && { from }) },
        ask('africastalking'),
      ),
    twilio: twilio && createTwilio({ ...twilio, timeout, reportTo }, ask('twilio')),
  }
  const vendors = Object.entries(senders).flatMap(([name, sender]) => (sender ? [{ name, sender }] : []))
  return createFailOver(vendors, (to) => settings[`SMS_VENDORS_${countryOf(to)}`])
}

/** Numbers of other countries go the United States' way. */
const countryOf = (to: string): CountryCode =>
  COUNTRIES.find(({ dialCode }) => to.startsWith(dialCode))?.code ?? 'US'

/** Returns the readers of the vendors' delivery reports. */
export function smsReports(settings: RealSettings, publicUrl: string): SmsReports[] {
  const { africasTalking, twilio } = vendorsOf(settings)
  const { AFRICASTALKING_REPORTS_TOKEN: token } = settings
  return [
    ...(africasTalking === undefined || token === undefined ? [] : [createAfricasTalkingReports({ token })]),
    ...(twilio ? [createTwilioReports({ authToken: twilio.authToken, publicUrl })] : []),
  ]
}

export function checkVendors(
  settings: RealSettings,
  adapterSettings: AdapterSettings,
): ReturnType<Providers['checkSmsVendors']> {
  const { africasTalking, twilio } = vendorsOf(settings)
  const ask = (vendor: string) => fetchOf(adapterSettings, vendor)
  const checks = {
    'Africa’s Talking': africasTalking && checkAfricasTalking(africasTalking, ask('africastalking')),
    Twilio: twilio && checkTwilio(twilio, ask('twilio')),
  }
  return Promise.all(
    Object.entries(checks).flatMap(([name, check]) =>
      check === undefined ? [] : [check.then((reached) => ({ name, reached }))],
    ),
  )
}
