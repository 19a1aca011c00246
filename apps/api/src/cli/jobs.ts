import { listDead, listQueue, retryJob } from '../jobs/index.ts'
import { waitText } from '../lib/wait-text.ts'
import { idArgument, staffActionOf, table, type Command } from './command.ts'
import { CliError } from './error.ts'

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
      if (!(await retryJob(owner, id, staffActionOf(given))))
        throw new CliError(`There is no dead job ${id}.`)
      say(`job ${id} is tried again`)
      return 0
    },
  },
  // Last, since its word begins the others' too.
  {
    words: ['jobs'],
    usage: 'jobs',
    does: 'the queue by kind of job: how many are due and for how long, run, wait for their time, or were given up',
    async run({ owner }, { rest }, say) {
      if (rest.length > 0) throw new CliError(`There is no command jobs ${rest.join(' ')}; see help.`)
      const tasks = await listQueue(owner)
      const rows = tasks.map(({ task, due, oldestSeconds, running, later, dead }) => [
        task,
        String(due),
        oldestSeconds === null ? '-' : waitText(oldestSeconds),
        ...[running, later, dead].map(String),
      ])
      if (rows.length > 0)
        table([['job', 'due', 'oldest due for', 'running', 'later', 'given up'], ...rows]).forEach(say)
      const due = tasks.reduce((sum, task) => sum + task.due, 0)
      const longest = Math.max(0, ...tasks.map(({ oldestSeconds }) => oldestSeconds ?? 0))
      say(due === 0 ? '0 due' : `${due} due, the oldest for ${waitText(longest)}`)
      return 0
    },
  },
]
