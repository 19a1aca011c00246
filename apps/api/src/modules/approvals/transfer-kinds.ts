import type { ApprovalAction } from '@sesa/contract/office'
import { isCurrencyCode, parseAmount, type Money } from '@sesa/money'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { Tx } from '../../db/index.ts'
import { Refused } from '../../lib/refused.ts'
import type { Carriers, Kind } from './kind.ts'

const repaidPayload = v.object({ amount: v.string() })

/** A transfer's version changes with everything that happens to it. */
async function transferVersion(tx: Tx, reference: string): Promise<string | null> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':', state, hold_reason, bumps,
      (select max(e.id) from transfer_events e where e.transfer_id = t.id)) as version
    from transfers t where reference = ${reference}`.execute(tx)
  return rows[0]?.version ?? null
}

/** Reads an amount as `formatMoney` writes it. @throws ActionRefused. */
function repaidAmount(text: string): Money {
  const [currency = '', number = ''] = text.split(' ')
  const parsed = isCurrencyCode(currency) ? parseAmount(number, currency) : null
  if (parsed?.ok !== true)
    throw new Refused('invalid_field', {
      field: 'amount',
      message: 'Give an amount above zero, with its currency.',
    })
  return parsed.money
}

/** Creates the kinds of requests about one transfer on hold. */
export const createTransferKinds = ({ transfers }: Pick<Carriers, 'transfers'>) =>
  ({
    refund: {
      permission: 'refunds.request',
      check: (_payload, reference) => transfers.check(reference, 'refund'),
      versionOf: transferVersion,
      async carryOut(reference, _payload, action) {
        await transfers.refund(reference, action)
        return 'refund requested'
      },
    },
    repaid: {
      permission: 'payouts.request',
      check: (payload, reference) =>
        transfers.check(reference, 'repaid', repaidAmount(v.parse(repaidPayload, payload).amount)),
      versionOf: transferVersion,
      async carryOut(reference, payload, action) {
        const { amount } = v.parse(repaidPayload, payload)
        await transfers.repaid(reference, { ...action, amount })
        return `${amount} booked as paid back`
      },
    },
    release: {
      permission: 'holds.release',
      check: (_payload, reference) => transfers.check(reference, 'release'),
      versionOf: transferVersion,
      async carryOut(reference, _payload, action) {
        await transfers.release(reference, action)
        return 'released'
      },
    },
  }) as const satisfies Partial<Record<ApprovalAction, Kind>>
