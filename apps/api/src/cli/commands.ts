import { accountCommands } from './accounts.ts'
import { adoptCommand } from './adopt.ts'
import { approvalCommands } from './approvals.ts'
import { archiveCommands } from './archive.ts'
import { auditCommands } from './audit.ts'
import { backupCommands } from './backup.ts'
import { bookCommands } from './books.ts'
import type { AnyCommand } from './command.ts'
import { corridorCommands } from './corridors.ts'
import { doctorCommand } from './doctor.ts'
import { enquiryCommands } from './enquiries.ts'
import { floatCommands } from './float.ts'
import { fraudCommands } from './fraud.ts'
import { holdCommands } from './holds.ts'
import { jobCommands } from './jobs.ts'
import { messageCommands } from './messages.ts'
import { priceCommands } from './prices.ts'
import { railCommands } from './rails.ts'
import { secretCommands } from './secret.ts'
import { staffCommands } from './staff.ts'
import { transferCommands } from './transfer.ts'
import { treasuryCommands } from './treasury.ts'

/** Every command that works on a running product, in the order of the help. */
export const COMMANDS: readonly AnyCommand[] = [
  ...bookCommands,
  ...backupCommands,
  ...archiveCommands,
  adoptCommand,
  ...holdCommands,
  ...transferCommands,
  ...jobCommands,
  ...corridorCommands,
  ...priceCommands,
  ...railCommands,
  ...floatCommands,
  ...treasuryCommands,
  ...messageCommands,
  ...enquiryCommands,
  ...accountCommands,
  ...fraudCommands,
  ...staffCommands,
  ...approvalCommands,
  ...auditCommands,
  ...secretCommands,
  doctorCommand,
]
