import { DATA_EDITS } from './edits-data.ts'
import { SESSION_EDITS } from './edits-sessions.ts'
import { SIGN_IN_EDITS } from './edits-sign-in.ts'
import { WEB_EDITS } from './edits-web.ts'
import type { Edit } from './edit.ts'

/** One for every control that a row of the table says is tested; some rows share one. */
export const EDITS: readonly Edit[] = [...WEB_EDITS, ...SIGN_IN_EDITS, ...SESSION_EDITS, ...DATA_EDITS]
