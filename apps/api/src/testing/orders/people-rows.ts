import type { ApprovalAction } from '@sesa/contract/office'
import { sql } from 'kysely'
import { profileInForce } from '../../domains/compliance/reports/profiles.ts'
import { maskName } from '../../lib/mask.ts'
import { storeTransfer } from '../stored-transfer.ts'
import { WHY, type Begun, type Parts } from '../two-people-parts.ts'
import { fixed, payloadOf, type Made, type OrderRow } from './row.ts'

const RULES = [{ id: 'velocity', look: { kind: 'velocity', hours: 24, atLeast: 9 } }]
const BY_COMPLIANCE = ['compliance', 'administrator'] as const

/** Returns the orders about customers, staff members and compliance rules. */
export function peopleRows(parts: Parts) {
  const { owner, run, fresh, lettersOf, joined, customer, setPolicy, rename, raise, closeUser, lock } = parts
  const labelOf = ({ name = '' }: Begun): string => maskName(name) ?? ''
  const ofCustomer = (payload: object) => async (): Promise<Made> => {
    const { user, name } = await customer()
    return { user, name, entity: user, payload: payloadOf(payload) }
  }
  const ofMember = (payload: object) => async (): Promise<Made> => {
    const { id } = await joined(['support'])
    return { member: id, entity: id, payload: payloadOf(payload) }
  }
  const moveMember = ({ member = '' }: Begun) =>
    run(sql`update staff_members set roles = '{finance}' where id = ${member}`)

  return {
    correct_name: {
      permission: 'names.correct',
      readers: ['support', 'compliance'],
      async make() {
        const { user, name } = await customer()
        const { rows } = await sql<{ id: string }>`
        insert into name_corrections (user_id, name_before, name_after, document, seen)
        values (${user}, 'Hawa Kollie', 'Hawa Kolie', 'passport', 'Issued in Monrovia') returning id`.execute(
          owner(),
        )
        return { user, name, entity: user, payload: payloadOf({ correction: rows[0]?.id ?? '' }) }
      },
      shows: (made) => ({ label: labelOf(made) }),
      changes: { 'the customer changes their name': rename, 'the account is closed': closeUser },
    },
    erase_account: {
      permission: 'erasure.request',
      readers: ['support', ...BY_COMPLIANCE],
      make: ofCustomer({}),
      shows: (made) => ({
        label: labelOf(made),
        change: { label: 'Account', from: 'Open', to: 'Erased' },
      }),
      changes: {
        'a transfer begins': ({ user = '' }) => storeTransfer(owner(), user, 'sent'),
        'the account is put on hold': ({ user = '' }) =>
          run(
            sql`insert into account_holds (user_id, cause, opened_by, reason) values (${user}, 'staff', 'Kofi', ${WHY})`,
          ),
        'the customer changes their name': rename,
        'the account is locked': lock,
        'the account is closed': closeUser,
      },
    },
    review_identity: {
      permission: 'identity.review',
      readers: BY_COMPLIANCE,
      async make() {
        const { user, name } = await customer()
        const { rows } = await sql<{ id: string }>`
        insert into identity_checks (user_id, provider, country, state, name, dob, person_key)
        values (${user}, 'smile-id', 'GH', 'needs_review', 'Hawa Kollie', '1990-04-02', ${fresh('key')}::bytea)
        returning id`.execute(owner())
        const id = rows[0]?.id ?? ''
        return { user, name, check: id, entity: id, payload: payloadOf({ verdict: 'refuse' }) }
      },
      shows: (made) => ({
        label: labelOf(made),
        change: { label: 'Identity check', from: 'Needs review', to: 'Refused' },
      }),
      changes: {
        'the provider answers again': ({ check = '' }) =>
          run(sql`update identity_checks set updated_at = clock_timestamp() where id = ${check}`),
        'the customer changes their name': rename,
        'the tier changes': raise,
        async 'another account of the person is verified'({ check = '' }) {
          const { user } = await customer()
          await run(sql`insert into identity_checks (user_id, provider, country, state, name, dob, person_key)
          select ${user}, provider, country, 'verified', name, dob, person_key from identity_checks where id = ${check}`)
        },
        'it is decided': ({ check = '' }) =>
          run(sql`update identity_checks set state = 'failed_final', reason = 'refused' where id = ${check}`),
      },
    },
    set_tier: {
      permission: 'identity.review',
      readers: BY_COMPLIANCE,
      make: ofCustomer({ tier: 2, until: '2027-11-30' }),
      shows: (made) => ({
        label: labelOf(made),
        change: { label: 'Tier', from: 'Tier 1', to: 'Tier 2' },
      }),
      changes: {
        'the customer changes their name': rename,
        'the tier changes': raise,
        'the account is locked': lock,
        'the account is closed': closeUser,
      },
    },
    set_tier_limits: {
      permission: 'limits.change',
      readers: ['finance', ...BY_COMPLIANCE],
      make: fixed('tier 2, any to any', () => ({
        ...{ tier: 2, sender: null, recipient: null, per24Hours: '90000', per30Days: '900000' },
        ...{ source: 'our choice', validFrom: '2998-12-01' },
      })),
      shows: () => ({ label: 'Limits of tier 2, any to any', amount: 90_000 }),
      changes: {
        'other limits are stored': () =>
          setPolicy('tier_limits', 'tier 3, any to any', {
            ...{ tier: 3, sender: null, recipient: null, per24Hours: '1', per30Days: '1' },
            ...{ source: 'ours', validFrom: '2999-01-01' },
          }),
      },
    },
    set_monitoring_rules: {
      permission: 'monitoring.change',
      readers: BY_COMPLIANCE,
      make: fixed('monitoring rules', () => ({ rules: RULES, mode: 'shadow' })),
      shows: () => ({ label: 'Monitoring rules' }),
      changes: {
        'other rules are stored': () =>
          setPolicy('monitoring_rules', 'monitoring rules', { rules: [], mode: 'shadow' }),
      },
    },
    set_fraud_rules: {
      permission: 'fraud.manage',
      readers: BY_COMPLIANCE,
      make: fixed('fraud rules', () => ({ rules: [] })),
      shows: () => ({ label: 'Fraud rules' }),
      changes: {
        'other rules are in force': () => setPolicy('fraud_rules', 'fraud rules', { rules: [] }),
      },
    },
    set_report_profile: {
      permission: 'reports.change',
      readers: BY_COMPLIANCE,
      make: fixed('GH', async () => ({
        validFrom: '2998-12-01',
        profile: await profileInForce(owner(), 'GH'),
      })),
      shows: () => ({ label: 'Reporting profile of Ghana' }),
      changes: {
        'another profile is stored': () =>
          setPolicy('report_profile', 'GH', { validFrom: '2999-01-01', profile: {} }),
      },
    },
    invite_member: {
      permission: 'staff.manage',
      readers: BY_COMPLIANCE,
      async make() {
        const email = `${fresh('new').replace(' ', '')}@sesa.example`
        const name = `Newly Invited ${lettersOf(Number(fresh('name').split(' ')[1]))}`
        return { entity: email, email, name, payload: payloadOf({ name, email, roles: ['support'] }) }
      },
      shows: ({ name = '', email = '' }) => ({
        label: `${name}, ${email}`,
        change: { label: 'Roles', from: 'None', to: 'support' },
      }),
      changes: {
        'a member has the address': ({ email = '' }) =>
          run(
            sql`insert into staff_members (name, email, roles) values (${fresh('Namesake')}, ${email}, '{support}')`,
          ),
      },
    },
    invite_member_again: {
      permission: 'staff.manage',
      readers: BY_COMPLIANCE,
      make: ofMember({}),
      shows: () => ({ label: /^Asker \d+, / }),
      changes: { 'the member has other roles': moveMember },
    },
    change_roles: {
      permission: 'staff.manage',
      readers: BY_COMPLIANCE,
      make: ofMember({ roles: ['engineer'] }),
      shows: () => ({
        label: /^Asker \d+, /,
        change: { label: 'Roles', from: 'support', to: 'engineer' },
      }),
      changes: { 'the member has other roles': moveMember },
    },
  } as const satisfies Partial<Record<ApprovalAction, OrderRow>>
}
