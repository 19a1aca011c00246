import type { OfficeFilingPage, OfficeIdentityCheckPage, PrivacyRequestPage } from '@sesa/contract/office'
import { at, idOf } from './samples.ts'

export function sampleIdentityCheck(over: Partial<OfficeIdentityCheckPage> = {}): OfficeIdentityCheckPage {
  return {
    id: idOf(50),
    customerId: idOf(40),
    provider: 'smile-id',
    reference: 'job-17',
    state: 'needs_review',
    reason: 'duplicate_person',
    providerCode: '0810',
    name: 'A•• M•••••',
    expires: '2031-04-02',
    since: at(-180),
    country: 'GH',
    documentType: 'passport',
    documentCountry: 'GH',
    failures: 1,
    createdAt: at(-200),
    compared: [
      { what: 'name', document: 'A•• M•••••', account: 'A•• M•••••', isSame: true },
      { what: 'birth_date', document: '1990-••-••', account: '1990-••-••', isSame: false },
    ],
    samePerson: [{ customerId: idOf(41), since: at(-9000) }],
    tier: 1,
    mayVerify: true,
    approvals: [],
    ...over,
  }
}

export function sampleFiling(over: Partial<OfficeFilingPage> = {}): OfficeFilingPage {
  return {
    number: 'F-000012',
    country: 'GH',
    kind: 'suspicion',
    state: 'draft',
    authority: 'Financial Intelligence Centre (FIC)',
    format: 'goaml',
    caseNumber: 'K-000012',
    content: {
      ...{ transfers: ['S-WP41P001'], account: null, narrative: 'Many cards in an hour.' },
      ...{ action: 'Held the transfer.', indicators: ['A1'] },
      senders: { 'S-WP41P001': { taxNumber: 'T-7' } },
    },
    from: null,
    to: null,
    knownAt: at(-120),
    dueAt: at(1320),
    draftedBy: 'Kofi Mensah',
    approvedBy: null,
    exportedAt: null,
    authorityId: null,
    endedAt: null,
    deadline: { text: '24 hours', source: 'fic.gov.gh, primary text', isConfirmed: true },
    problems: [],
    notes: ['Checked against goAMLSchema.xsd.'],
    files: [{ name: 'F-000012.xml', bytes: 12, digest: '5f70bf18'.repeat(8) }],
    version: 'a1b2c3d4'.repeat(8),
    draftedAt: at(-100),
    approvedAt: null,
    ...over,
  }
}

export function samplePrivacyRequest(over: Partial<PrivacyRequestPage> = {}): PrivacyRequestPage {
  return {
    number: 'P-000012',
    kind: 'access',
    customerId: idOf(40),
    country: 'GH',
    state: 'open',
    receivedAt: at(-1440),
    dueAt: at(40_000),
    openedBy: 'Kofi Mensah',
    doneAt: null,
    deadlineSource: 'our own Privacy Policy: we answer within 30 days',
    identityConfirmed: 'Called back on the number of the account',
    openedAt: at(-1400),
    endedBy: null,
    note: null,
    openWork: [],
    approvals: [],
    ...over,
  }
}
