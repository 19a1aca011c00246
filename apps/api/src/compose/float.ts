import type { Db } from '../db/index.ts'
import { createFloatModule, type FloatModule, type FloatSource } from '../modules/float/index.ts'
import type { RailsModule } from '../modules/rails/index.ts'
import type { StaffActions } from '../modules/transfers/index.ts'

interface FloatParts {
  readonly db: Db
  readonly rails: Pick<RailsModule, 'floatSources'>
  readonly cardBalance: FloatSource
  readonly transferActions: Pick<StaffActions, 'release'>
  alert(line: string): void
}

/** Composes the float: the balances of all rails and of the card provider. */
export function composeFloat({ db, rails, cardBalance, transferActions, alert }: FloatParts): FloatModule {
  const sources = new Map([...rails.floatSources, ['stripe', cardBalance] as const])
  return createFloatModule({ db, sources, releaseHold: transferActions.release, alert })
}
