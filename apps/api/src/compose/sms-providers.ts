import { createFailOver, type SmsSender } from '../modules/messages/index.ts'
import { createAfricasTalking } from '../providers/sms/africas-talking.ts'
import { reachAfricasTalking, reachTwilio } from '../providers/sms/reach.ts'
import { createTwilio } from '../providers/sms/twilio.ts'
import type { RealSettings } from '../config/provider-settings.ts'
import { fetchOf, type Ours, type Providers } from './provider-ports.ts'

export function smsSenders({ africasTalking, twilio }: RealSettings, ours: Ours): SmsSender {
  const { timeout } = ours
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
              fetchOf(ours, 'africastalking'),
            ),
          },
        ]
      : []),
    ...(twilio
      ? [
          {
            name: 'twilio',
            sender: createTwilio({ ...twilio, baseUrl: twilio.url, timeout }, fetchOf(ours, 'twilio')),
          },
        ]
      : []),
  ])
}

export function reachVendors(
  { africasTalking, twilio }: RealSettings,
  ours: Ours,
): ReturnType<Providers['reachSms']> {
  return Promise.all([
    ...(africasTalking
      ? [
          reachAfricasTalking(
            { ...africasTalking, baseUrl: africasTalking.url },
            fetchOf(ours, 'africastalking'),
          ).then((reached) => ({
            name: 'Africa’s Talking',
            reached,
          })),
        ]
      : []),
    ...(twilio
      ? [
          reachTwilio({ ...twilio, baseUrl: twilio.url }, fetchOf(ours, 'twilio')).then((reached) => ({
            name: 'Twilio',
            reached,
          })),
        ]
      : []),
  ])
}
