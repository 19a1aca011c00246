import type {
  CaseEntity,
  CasePerson,
  OfficeCase,
  OfficeCasePage,
  OfficeFilingPage,
  OfficeIdentityCheckPage,
  PrivacyRequestPage,
} from '@sesa/contract/office'
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
    limits: { now: { amount: 200_000, currency: 'USD' }, verified: { amount: 1_000_000, currency: 'USD' } },
    customerReads: {
      verify: 'We confirmed your identity. You can now send up to USD 10,000.00 in 24 hours.',
      refuse: 'We couldn’t confirm your identity. Your current limits stay.',
    },
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

function sampleCase(over: Partial<OfficeCase> = {}): OfficeCase {
  return {
    number: 'K-000012',
    kind: 'screening',
    stage: 'hold',
    state: 'open',
    subjectKind: 'account',
    subject: idOf(40),
    owner: null,
    openedAt: at(-300),
    dueAt: at(600),
    waitUntil: null,
    closedAt: null,
    outcome: null,
    ...over,
  }
}

export function sampleCasePage(over: Partial<OfficeCasePage> = {}): OfficeCasePage {
  return {
    ...sampleCase(),
    events: [{ kind: 'opened', staff: null, detail: 'NK-1 Ama Invented (sanction) 0.92', at: at(-300) }],
    people: [sampleCasePerson()],
    waiting: [
      {
        reference: 'S-WP41P001',
        sent: { amount: 5_000, currency: 'USD' },
        worth: { amount: 5_000, currency: 'USD' },
        arrives: { amount: 55_000, currency: 'GHS' },
        country: 'GH',
        sender: 'Hawa Kollie',
        recipient: 'Ama Invented',
        since: at(-300),
      },
    ],
    alerts: [],
    before: { transfers: 3, senders: 2 },
    otherCases: [
      {
        number: 'K-000003',
        kind: 'monitoring',
        state: 'closed',
        outcome: 'no_suspicion',
        openedAt: at(-9000),
      },
    ],
    reports: [],
    version: 'a'.repeat(64),
    pending: null,
    decisions: [
      {
        decision: 'different_person',
        means: 'false positive',
        needsException: false,
      },
      {
        decision: 'blocked',
        means: 'true match: the money stays with us',
        needsException: false,
      },
    ],
    ...over,
  }
}

/** A recipient compared with a list entry. */
export function sampleCasePerson(over: Partial<CasePerson> = {}): CasePerson {
  return {
    kind: 'recipient',
    customer: null,
    isClosed: false,
    isNewData: false,
    name: 'Ama Invented',
    birthDate: null,
    country: 'GH',
    phone: '+233241112289',
    tier: null,
    entities: [sampleCaseEntity()],
    ...over,
  }
}

export function sampleCaseEntity(over: Partial<CaseEntity> = {}): CaseEntity {
  return {
    id: 'NK-1',
    name: 'Ama Invented',
    topics: ['sanction', 'crime'],
    programmes: ['Invented programme'],
    sources: ['invented_list'],
    compared: [
      { field: 'name', ours: 'Ama Invented', theirs: ['Ama Invented'], mark: 'agrees' },
      { field: 'other_names', ours: 'Ama Invented', theirs: ['A. Invented', 'Ama Made Up'], mark: 'similar' },
      { field: 'birth_date', ours: null, theirs: ['1961'], mark: 'not_given' },
      { field: 'country', ours: 'GH', theirs: ['LR'], mark: 'differs' },
    ],
    score: 0.92,
    threshold: 0.7,
    algorithm: 'logic-v2',
    scores: [{ field: 'name_match', says: '0.92 likest name: Ama Invented' }],
    dataset: 'default',
    version: '20261128000000-abc',
    screenedAt: at(-300),
    isWhole: true,
    isGone: false,
    ...over,
  }
}
