import { listDead, listQueue, retryJob } from '../jobs/index.ts'
import { waitText } from '../lib/wait-text.ts'
import { CliError, idArgument, staffActionOf, table, type Command } from './command.ts'

export const jobCommands: readonly Command[] = [
  {
    words: ['jobs', 'dead'],
    does: 'list dead jobs; exits with 1 when there are any',
    async run({ owner }, _given, say) {
      const dead = (await listDead(owner)).map((job) => ({
        ...job,
        lastError: job.lastError.split('\n')[0] ?? '',
      }))
      const rows = dead.map((job) => [
        String(job.id),
        job.task,
        String(job.attempts),
        job.diedAt.toISOString(),
        job.lastError,
      ])
      if (rows.length > 0) table([['job', 'task', 'tries', 'died', 'last error'], ...rows]).forEach(say)
      say(`${rows.length} dead`)
      return { code: rows.length > 0 ? 1 : 0, json: { jobs: dead } }
    },
  },
  {
    words: ['jobs', 'retry'],
    args: [['<job>', 'the dead job’s number']],
    isSigned: true,
    permission: () => 'jobs.manage',
    does: 'retry a dead job with a full set of attempts',
    example: '42',
    async run({ owner }, given, say) {
      const id = idArgument(given, 'job')
      if (!(await retryJob(owner, id, staffActionOf(given)))) throw new CliError(`There’s no dead job ${id}.`)
      say(`job ${id} will be retried`)
      return { code: 0, json: { job: id, outcome: 'retried' } }
    },
  },
  {
    words: ['jobs'],
    does: 'show the queue by kind of job: due and for how long, running, scheduled, dead',
    async run({ owner }, _given, say) {
      const tasks = await listQueue(owner)
      const rows = tasks.map(({ task, due, oldestSeconds, running, later, dead }) => [
        task,
        String(due),
        oldestSeconds === null ? '-' : waitText(oldestSeconds),
        ...[running, later, dead].map(String),
      ])
      if (rows.length > 0)
        table([['job', 'due', 'oldest due for', 'running', 'later', 'dead'], ...rows]).forEach(say)
      const due = tasks.reduce((sum, task) => sum + task.due, 0)
      const longest = Math.max(0, ...tasks.map(({ oldestSeconds }) => oldestSeconds ?? 0))
      say(due === 0 ? '0 due' : `${due} due, the oldest for ${waitText(longest)}`)
      return { code: 0, json: { due, tasks } }
    },
  },
]
