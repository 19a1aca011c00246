import { runCli } from '../cli/run.ts'

const code = await runCli(process.argv.slice(2), {
  env: process.env,
  processes: [
    { word: 'serve', does: 'run the web server', start: () => import('./serve.ts') },
    { word: 'work', does: 'run the worker', start: () => import('./work.ts') },
    { word: 'office', does: 'run the staff office', start: () => import('./office.ts') },
    { word: 'migrate', does: 'migrate the database schema', start: () => import('./migrate.ts') },
  ],
  writeOut: (text) => void process.stdout.write(text),
  writeErr: (text) => void process.stderr.write(text),
})
if (code !== undefined) process.exitCode = code
