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
import { fetchOf, type AdapterSettings, type Providers } from './provider-ports.ts'

export function smsSenders(
  { africasTalking, twilio, smsVendors }: RealSettings,
  adapterSettings: AdapterSettings,
): SmsSender {
  const { timeout, publicUrl } = adapterSettings
  // Twilio refuses a message whose report it could not send to a public address.
  const reportTo = publicUrl.startsWith('https:') ? publicUrl + TWILIO_REPORTS_PATH : undefined
  const vendors = [
    ...(africasTalking
      ? [
          {
            name: 'africastalking',
            sender: createAfricasTalking(
              {
                baseUrl: africasTalking.url,
                username: africasTalking.username,
                apiKey: africasTalking.apiKey,
                timeout,
                ...(africasTalking.from !== undefined && { from: africasTalking.from }),
              },
              fetchOf(adapterSettings, 'africastalking'),
            ),
          },
        ]
      : []),
    ...(twilio
      ? [
          {
            name: 'twilio',
            sender: createTwilio(
              { ...twilio, baseUrl: twilio.url, timeout, reportTo },
              fetchOf(adapterSettings, 'twilio'),
            ),
          },
        ]
      : []),
  ]
  return createFailOver(vendors, (to) => smsVendors[countryOf(to)])
}

/** Numbers of other countries go the United States' way. */
const countryOf = (to: string): CountryCode =>
  COUNTRIES.find(({ dialCode }) => to.startsWith(dialCode))?.code ?? 'US'

/** Returns the readers of the vendors' delivery reports. */
export function smsReports({ africasTalking, twilio }: RealSettings, publicUrl: string): SmsReports[] {
  return [
    ...(africasTalking?.reportsToken === undefined
      ? []
      : [createAfricasTalkingReports({ token: africasTalking.reportsToken })]),
    ...(twilio ? [createTwilioReports({ authToken: twilio.authToken, publicUrl })] : []),
  ]
}

export function checkVendors(
  { africasTalking, twilio }: RealSettings,
  adapterSettings: AdapterSettings,
): ReturnType<Providers['checkSmsVendors']> {
  return Promise.all([
    ...(africasTalking
      ? [
          checkAfricasTalking(
            { ...africasTalking, baseUrl: africasTalking.url },
            fetchOf(adapterSettings, 'africastalking'),
          ).then((reached) => ({
            name: 'Africa’s Talking',
            reached,
          })),
        ]
      : []),
    ...(twilio
      ? [
          checkTwilio({ ...twilio, baseUrl: twilio.url }, fetchOf(adapterSettings, 'twilio')).then(
            (reached) => ({
              name: 'Twilio',
              reached,
            }),
          ),
        ]
      : []),
  ])
}
