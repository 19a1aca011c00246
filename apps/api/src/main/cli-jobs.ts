import { listDead, retryJob } from '../jobs/index.ts'
import { idArgument, orderOf, table, type Command } from './cli-command.ts'
import { CliError } from './cli-error.ts'

export const jobCommands: readonly Command[] = [
  {
    words: ['jobs', 'dead'],
    usage: 'jobs dead',
    does: 'jobs that were given up; exits with 1 when there are any',
    async run({ owner }, _given, say) {
      const dead = await listDead(owner)
      const rows = dead.map((job) => [
        String(job.id),
        job.task,
        String(job.attempts),
        job.diedAt.toISOString(),
        job.lastError.split('\n')[0] ?? '',
      ])
      if (rows.length > 0) table([['job', 'task', 'tries', 'given up', 'last error'], ...rows]).forEach(say)
      say(`${rows.length} dead`)
      return rows.length > 0 ? 1 : 0
    },
  },
  {
    words: ['jobs', 'retry'],
    usage: 'jobs retry JOB --by NAME --reason TEXT',
    does: 'give a dead job all its tries again',
    async run({ owner }, given, say) {
      const id = idArgument(given, 'job')
      if (!(await retryJob(owner, id, orderOf(given)))) throw new CliError(`There is no dead job ${id}.`)
      say(`job ${id} is tried again`)
      return 0
    },
  },
]
