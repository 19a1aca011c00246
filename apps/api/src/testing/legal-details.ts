import type { LegalDetails } from '../http/server/legal-details.ts'

/** Details of a company without a licence. */
export const COMPANY_DETAILS: LegalDetails = {
  sample: false,
  name: 'Kollie & Sons <Money>',
  companyNumber: 'C-1024',
  address: '12 Broad Street, Monrovia',
  law: 'the laws of Liberia',
  courts: 'the courts of Liberia',
  privacyOfficer: 'Ama Boateng',
  privacyEmail: 'privacy@kollie.test',
  complaintsPhone: '+231 77 000 0101',
  complaintsEmail: 'complaints@kollie.test',
  licences: [],
  regulators: {
    LR: [{ name: 'Central Bank of Liberia', phone: null, website: 'https://www.cbl.org.lr' }],
    GH: [{ name: 'Bank of Ghana', phone: '+233 59 397 4486', website: 'https://www.bog.gov.gh' }],
    SL: [],
    US: [],
  },
}
