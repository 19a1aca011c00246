import { officeCalls } from '@sesa/contract/office'
import type { FastifyInstance } from 'fastify'
import { officeRoute } from '../../../http/office/route.ts'
import { readCodeLists, REPORT_COUNTRIES } from '../../compliance/index.ts'
import type { ComplianceDeps } from './deps.ts'

/** Serves the reporting profile of each country. */
export function registerReportProfiles(
  app: FastifyInstance,
  { reports }: Pick<ComplianceDeps, 'reports'>,
): void {
  officeRoute(app, officeCalls.listReportProfiles, async () => ({
    profiles: await Promise.all(
      REPORT_COUNTRIES.map(async (country) => ({
        country,
        profile: { ...(await reports.profile(country)) },
        codeLists: { ...(await reports.codeLists(country)) },
      })),
    ),
  }))
  officeRoute(
    app,
    officeCalls.addReportSchema,
    async ({ body: { format, name, content: text }, member }) => ({
      schema: { ...(await reports.addSchema({ name, text }, member.name)) },
      codeLists: { ...readCodeLists(text, format) },
    }),
  )
}
