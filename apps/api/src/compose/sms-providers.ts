import { createFailOver, type SmsSender } from '../modules/messages/index.ts'
import { createAfricasTalking } from '../providers/sms/africas-talking.ts'
import { checkAfricasTalking, checkTwilio } from '../providers/sms/reach.ts'
import { createTwilio } from '../providers/sms/twilio.ts'
import type { RealSettings } from '../config/provider-settings.ts'
import { fetchOf, type AdapterSettings, type Providers } from './provider-ports.ts'

export function smsSenders(
  { africasTalking, twilio }: RealSettings,
  adapterSettings: AdapterSettings,
): SmsSender {
  const { timeout } = adapterSettings
  return createFailOver([
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
              { ...twilio, baseUrl: twilio.url, timeout },
              fetchOf(adapterSettings, 'twilio'),
            ),
          },
        ]
      : []),
  ])
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
