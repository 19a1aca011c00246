import * as v from 'valibot'
import type { ReceiptSettings } from '../domains/support/index.ts'

type Regulators = ReceiptSettings['regulators']

/**
 * The regulators that customers can complain to, by country. A number is listed only with its source; a licensee sets its own
 * list, with the regulator of each of its licences, in `REGULATORS`.
 *
 * - Consumer Financial Protection Bureau: 12 CFR 1005, appendix A, model form A-31.
 * - Bank of Ghana: its statement for Customer Service Week, October 2025 (telephone and WhatsApp 0593974486).
 */
const DEFAULTS: Regulators = {
  US: [
    {
      name: 'Your state’s financial regulator, found through the Conference of State Bank Supervisors',
      phone: null,
      website: 'https://www.csbs.org',
    },
    {
      name: 'Consumer Financial Protection Bureau',
      phone: '+1 855 411 2372',
      website: 'https://www.consumerfinance.gov',
    },
  ],
  GH: [{ name: 'Bank of Ghana', phone: '+233 59 397 4486', website: 'https://www.bog.gov.gh' }],
  LR: [{ name: 'Central Bank of Liberia', phone: null, website: 'https://www.cbl.org.lr' }],
  SL: [{ name: 'Bank of Sierra Leone', phone: null, website: 'https://www.bsl.gov.sl' }],
}

const list = v.array(v.strictObject({ name: v.string(), phone: v.nullable(v.string()), website: v.string() }))

/** Reads `REGULATORS`: JSON, a list for each country that differs from ours. */
export const regulatorsSetting = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({
    US: v.optional(list),
    GH: v.optional(list),
    LR: v.optional(list),
    SL: v.optional(list),
  }),
  v.transform(({ US, GH, LR, SL }): Regulators => ({
    US: US ?? DEFAULTS.US,
    GH: GH ?? DEFAULTS.GH,
    LR: LR ?? DEFAULTS.LR,
    SL: SL ?? DEFAULTS.SL,
  })),
)
