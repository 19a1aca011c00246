import { officeCalls } from '@sesa/contract/office'
import type { FastifyInstance } from 'fastify'
import { officeRoute } from '../../../http/office/route.ts'
import { Refused } from '../../../lib/refused.ts'
import { refusing } from '../../../lib/staff-action.ts'
import { readCodeLists, readProfile } from '../../compliance/index.ts'
import type { ComplianceDeps } from './deps.ts'

const COUNTRIES = ['GH', 'LR', 'SL', 'US'] as const

/** Serves what each country's authority asks for, and requests to change it. */
export function registerReportProfiles(
  app: FastifyInstance,
  { ask, reports }: Pick<ComplianceDeps, 'ask' | 'reports'>,
): void {
  officeRoute(app, officeCalls.listReportProfiles, async () => ({
    profiles: await Promise.all(
      COUNTRIES.map(async (country) => ({
        country,
        profile: { ...(await reports.profile(country)) },
        codeLists: { ...(await refusing(() => reports.codeLists(country))) },
      })),
    ),
  }))
  officeRoute(
    app,
    officeCalls.addReportSchema,
    async ({ body: { format, name, content: text }, member }) => ({
      schema: { ...(await refusing(() => reports.addSchema({ name, text }, member.name))) },
      codeLists: { ...readCodeLists(text, format) },
    }),
  )
  officeRoute(
    app,
    officeCalls.requestReportProfile,
    ({ params: { country }, body: { validFrom, profile, reason }, member }) => {
      const read = readProfile(profile)
      if (!read.ok) throw new Refused('action_refused', { message: read.problems.join(' ') })
      const payload = { validFrom, profile: read.profile }
      return ask(member, { action: 'set_report_profile', entity: country, payload, reason })
    },
  )
}
