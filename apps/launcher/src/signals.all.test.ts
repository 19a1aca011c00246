import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import {
  cleanups,
  createPlace,
  environmentAt,
  events,
  everyPid,
  isRunning,
  launchReady,
  launchScript,
  patience,
  pidOf,
  type Place,
} from './testing/places.ts'

const root = path.resolve(import.meta.dirname, '../../..')

interface Job {
  npm: number
  launcher: number
  /** The process group: npm, the launcher and the shell that started them. */
  group: number
  exit: Promise<number | null>
}

/** Runs the `start` script as a background job of a script, which makes it ignore SIGINT at first. */
async function npmStartInBackground(place: Place): Promise<Job> {
  const { scripts }: { scripts: { start: string } } = JSON.parse(
    await readFile(path.join(root, 'package.json'), 'utf8'),
  )
  const start = scripts.start
    .replace('./apps/launcher/src/require-node.js', path.join(root, 'apps/launcher/src/require-node.js'))
    .replace('apps/launcher/src/start.ts', launchScript)
  expect(start).toContain(launchScript)
  await writeFile(path.join(place.folder, 'package.json'), JSON.stringify({ scripts: { start } }))
  const script = 'npm start & echo "npm $!"; wait "$!"; echo "ended $?"'
  const shell = spawn('/bin/sh', ['-c', script], {
    cwd: place.folder,
    detached: true,
    env: { ...environmentAt(place), PATH: `${path.dirname(process.execPath)}:${process.env['PATH']}` },
  })
  let output = ''
  shell.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  shell.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exit = once(shell, 'close').then(([code]: (number | null)[]) => code ?? null)
  cleanups.push(async () => {
    try {
      process.kill(-(shell.pid ?? 0), 'SIGKILL')
    } catch {
      // The whole group has exited.
    }
    await exit
  })
  await vi.waitUntil(() => output.includes('is ready'), patience)
  const lock = await readFile(path.join(place.dataDir, 'launcher.pid'), 'utf8')
  const npm = Number(/npm (\d+)/.exec(output)?.[1])
  return { npm, launcher: Number.parseInt(lock, 10), group: -(shell.pid ?? 0), exit }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

describe('npm start in the background of a script', () => {
  it.each([
    ['SIGINT', 'npm'],
    ['SIGTERM', 'npm'],
    ['SIGINT', 'launcher'],
    ['SIGTERM', 'launcher'],
    ['SIGINT', 'group'],
    ['SIGTERM', 'group'],
  ] as const)('drains and leaves nothing behind on %s to its %s', async (signal, whom) => {
    const place = await createPlace()
    const job = await npmStartInBackground(place)
    const pids = [...(await everyPid(place)), job.npm, job.launcher]
    process.kill(job[whom], signal)
    await vi.waitUntil(() => !pids.some(isRunning), patience)
    await job.exit
    expect((await events(place)).some((event) => event.startsWith('server drained'))).toBe(true)
    expect((await events(place)).some((event) => event.includes('orphaned'))).toBe(false)
    expect(await isListening(place.port)).toBe(false)
  })

  it('keeps its data after two signals, the second of which stops everything immediately', async () => {
    const place = await createPlace()
    const job = await npmStartInBackground(place)
    const pids = [...(await everyPid(place)), job.npm, job.launcher]
    process.kill(await pidOf(place, 'server'), 'SIGSTOP')
    const pressing = setInterval(() => isRunning(job.npm) && process.kill(job.npm, 'SIGINT'), 1500)
    process.kill(job.npm, 'SIGINT')
    await vi.waitUntil(() => !pids.some(isRunning), patience)
    clearInterval(pressing)
    const again = await launchReady(place)
    expect(again.output()).not.toContain('Building')
    const { starts } = (await (await fetch(`http://127.0.0.1:${place.port}/`)).json()) as { starts: number }
    expect(starts).toBe(2)
  })
})
