import { DATA_EDITS } from './edits-data.ts'
import { SESSION_EDITS } from './edits-sessions.ts'
import { SIGN_IN_EDITS } from './edits-sign-in.ts'
import { WEB_EDITS } from './edits-web.ts'
import type { Edit } from './edit.ts'

/** One edit for every row of the table that names a test; some rows share an edit. */
export const EDITS: readonly Edit[] = [...WEB_EDITS, ...SIGN_IN_EDITS, ...SESSION_EDITS, ...DATA_EDITS]
