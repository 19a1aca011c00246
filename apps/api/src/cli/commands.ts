import { adoptCommand } from './adopt.ts'
import { archiveCommands } from './archive.ts'
import { auditCommands } from './audit.ts'
import { backupCommands } from './backup.ts'
import { bookCommands } from './books.ts'
import { callCommand } from './call.ts'
import type { AnyCommand } from './command.ts'
import { doctorCommand } from './doctor.ts'
import { jobCommands } from './jobs.ts'
import { secretCommands } from './secret.ts'
import { staffCommands } from './staff.ts'
import { transferCommand } from './transfer.ts'

/** Every command that works on a running product, in the order of the help. */
export const COMMANDS: readonly AnyCommand[] = [
  ...bookCommands,
  ...backupCommands,
  ...archiveCommands,
  adoptCommand,
  transferCommand,
  ...jobCommands,
  ...staffCommands,
  callCommand,
  ...auditCommands,
  ...secretCommands,
  doctorCommand,
]
