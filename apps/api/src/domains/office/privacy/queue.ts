import { COUNTRIES } from '@sesa/contract'
import type { Db } from '../../../db/index.ts'
import { NO_MONEY, type Queue } from '../../../lib/work.ts'
import { listRequests, type RequestRow } from './store.ts'

const TITLES: Readonly<Record<RequestRow['kind'], string>> = { access: 'Data access', erasure: 'Erasure' }

/** Privacy requests without an answer. */
export const privacyQueue = (db: Db): Queue => ({
  kind: 'privacy',
  permission: 'privacy.manage',
  async read(_worker, limit) {
    return (await listRequests(db, { isWhole: false })).slice(0, limit).map((row) => ({
      kind: 'privacy',
      id: row.number,
      title: TITLES[row.kind],
      about: COUNTRIES.find(({ code }) => code === row.country)?.name ?? 'No country',
      ...NO_MONEY,
      since: row.receivedAt,
      dueAt: row.dueAt,
      waitsFor: row.state === 'waiting' ? 'Approval' : null,
    }))
  },
})
