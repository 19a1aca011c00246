import type { CaseEntity, CasePerson, OfficeCasePage } from '@sesa/contract/office'
import { formatMoney, money, type CurrencyCode } from '@sesa/money'
import { table } from './command.ts'

/** Digits of a case's version that name it in a command. */
export const VERSION_DIGITS = 12

const NOT_GIVEN = 'not given'

const plain = (word: string): string => word.replaceAll('_', ' ')
const amount = (one: { readonly amount: number; readonly currency: CurrencyCode }): string =>
  formatMoney(money(BigInt(one.amount), one.currency))
const moment = (time: string | null): string => (time === null ? NOT_GIVEN : `${time.slice(0, 16)}Z`)
const listed = (values: readonly string[]): string => values.join(', ') || NOT_GIVEN
const titled = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)]

function entityLines(entity: CaseEntity): string[] {
  const { id, name, score, threshold, algorithm, dataset, version, screenedAt } = entity
  return [
    '',
    `  ${name} (${id}): score ${score}, threshold ${threshold}, ${algorithm}`,
    `  List ${dataset}, version ${version}, asked ${moment(screenedAt)}${entity.isGone ? '; the list no longer has this match' : ''}`,
    `  Topics: ${listed(entity.topics)}. Programmes: ${listed(entity.programmes)}. Sources: ${listed(entity.sources)}`,
    ...(entity.isWhole
      ? []
      : [
          '  Other names, countries and programmes were not stored when this was found: look them up in the list.',
        ]),
    ...table([
      ['', 'ours', 'the list’s', ''],
      ...entity.compared.map(({ field, ours, theirs, mark }) => [
        plain(field),
        ours ?? NOT_GIVEN,
        listed(theirs),
        plain(mark),
      ]),
    ]).map((line) => `  ${line}`),
    ...entity.scores.map(({ field, says }) => `  Score by field: ${plain(field)} ${says}`),
  ]
}

function personLines(person: CasePerson): string[] {
  const { kind, customer, name, birthDate, country, phone, tier } = person
  return [
    '',
    `${kind === 'customer' ? 'Customer' : 'Recipient'} ${name ?? NOT_GIVEN}, born ${birthDate ?? NOT_GIVEN}, ${country ?? 'country not given'}, ${kind === 'customer' ? 'number' : 'wallet'} ${phone ?? NOT_GIVEN}${tier === null ? '' : `, tier ${tier}`}`,
    ...(customer === null ? [] : [`Account ${customer}${person.isClosed ? ', closed' : ''}`]),
    ...(person.isNewData ? ['The account has another name or birth date by now.'] : []),
    ...person.entities.flatMap(entityLines),
  ]
}

function alertLines({ rule, looksFor, measured, at, payments }: OfficeCasePage['alerts'][number]): string[] {
  return [
    '',
    `Alert ${rule}, ${moment(at)}. ${looksFor}`,
    `  Measured: ${measured.map(({ what, figure }) => `${what} ${figure}`).join(', ')}`,
    ...table([
      ['transfer', 'charged', 'sent', 'worth', 'sender', 'recipient', 'to'],
      ...payments.map((one) => [
        one.reference,
        moment(one.chargedAt),
        amount(one.sent),
        amount(one.worth),
        one.sender ?? NOT_GIVEN,
        one.recipient,
        one.country,
      ]),
    ]).map((line) => `  ${line}`),
  ]
}

/** Writes a case for people: the same facts as its page in the office. */
export function caseLines(page: OfficeCasePage): string[] {
  const { number, people, waiting, alerts, otherCases, reports, events, pending, decisions, version } = page
  return [
    ...people.flatMap(personLines),
    ...titled(
      'Transfers that wait:',
      waiting.length === 0
        ? []
        : table([
            ['transfer', 'sent', 'arrives', 'sender', 'recipient', 'since'],
            ...waiting.map((one) => [
              one.reference,
              amount(one.sent),
              amount(one.arrives),
              one.sender ?? NOT_GIVEN,
              one.recipient,
              moment(one.since),
            ]),
          ]),
    ),
    ...alerts.flatMap(alertLines),
    ...titled(
      'Other cases:',
      otherCases.map(
        (one) =>
          `${one.number} ${one.kind}, ${one.state}, opened ${moment(one.openedAt)}${one.outcome === null ? '' : `: ${plain(one.outcome)}`}`,
      ),
    ),
    ...titled(
      'Reports of this case:',
      reports.map((one) => `${one.number} ${one.state}`),
    ),
    ...titled(
      'History:',
      events.map(
        ({ at, kind, staff, detail }) =>
          `${at} ${kind}${staff === null ? '' : ` by ${staff}`}${detail === null ? '' : `: ${detail}`}`,
      ),
    ),
    '',
    ...(pending === null
      ? []
      : [
          `${pending.proposedBy} proposes ${pending.decision} until ${pending.expiresAt}: ${pending.reason}`,
          ...(pending.exception === null ? [] : [`No report is filed: ${pending.exception}`]),
          pending.isOutdated
            ? 'The case has changed since. Nobody can confirm that any more: propose again.'
            : `Another person can: npm run sesa -- cases confirm ${number} --version ${version.slice(0, VERSION_DIGITS)} --reason TEXT`,
        ]),
    ...(pending === null || pending.isOutdated
      ? decisions.map(
          ({ decision, means, needsException }) =>
            `You can propose ${decision}: ${means}${needsException ? '. No report of this case is filed: give --exception TEXT' : ''}`,
        )
      : []),
    `Version ${version.slice(0, VERSION_DIGITS)}`,
  ]
}
