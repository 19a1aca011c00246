import { hostname, userInfo } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../config/config.ts'
import { inviteFirst, signOutCommandLine, startCommandLine, useSession } from '../modules/staff/index.ts'
import { CliError, type Command, type Tools } from './command.ts'
import { forgetSession, keepSession, readSession, signedIn } from './identity.ts'

const POLL_MS = 1_000

/** Returns where staff reach the office. @throws CliError while it is off. */
function officeUrl({ env }: Tools): string {
  const { office } = readConfig(env)
  if (office === null)
    throw new CliError('The office is off. Set OFFICE_PORT and OFFICE_URL (docs/operate.md).')
  return office.url
}

export const staffCommands: readonly Command[] = [
  {
    words: ['staff', 'invite-first'],
    options: [
      ['--name <name>', 'the name of the first administrator (required)'],
      ['--email <address>', 'their email address (required)'],
    ],
    does: 'print the link for the first administrator, which works once, for 24 hours',
    example: "--name 'Ama Boateng' --email ama@sesa.example",
    async run(tools, { options }, say) {
      const [name = '', email = ''] = [options['name']?.trim(), options['email']?.trim()]
      if (name.length < 2) throw new CliError('Say who it is for: --name NAME.')
      if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
        throw new CliError('Give their address: --email ADDRESS.')
      const url = officeUrl(tools)
      const { token, expiresAt } = await inviteFirst(tools.db, { name, email })
      const link = `${url}/office/invitation#${token}`
      say(`Give this link to ${name}. It works once, until ${expiresAt.toISOString()}:`)
      say(link)
      return { code: 0, json: { link, expiresAt } }
    },
  },
  {
    words: ['staff', 'sign-in'],
    does: 'sign this command line in: you confirm it in the office with your passkey',
    async run(tools, _given, say) {
      const url = officeUrl(tools)
      const started = await startCommandLine(tools.db, `${userInfo().username}@${hostname()}`)
      say(`Open this link in the office and enter the code ${started.code}:`)
      say(`${url}/office/command-line#${started.link}`)
      while (Date.now() < started.expiresAt.getTime()) {
        const member = await useSession(tools.db, started.session, 'command_line')
        if (member !== null) {
          await keepSession(tools.outerEnv, started.session)
          say(`Signed in as ${member.name}. The session ends after 15 minutes without a command.`)
          return { code: 0, json: { name: member.name, roles: member.roles } }
        }
        await sleep(POLL_MS)
      }
      throw new CliError('Nobody confirmed it in time. Start again.')
    },
  },
  {
    words: ['staff', 'sign-out'],
    does: 'end the session of this command line',
    async run({ db, outerEnv }, _given, say) {
      const token = await readSession(outerEnv)
      if (token !== undefined) await signOutCommandLine(db, token)
      await forgetSession(outerEnv)
      say('Signed out.')
      return { code: 0, json: { signedOut: true } }
    },
  },
  {
    words: ['staff', 'who-am-i'],
    does: 'show who is signed in on this command line',
    async run(tools, _given, say) {
      const { name, roles, endsAt } = await signedIn(tools)
      say(`${name}: ${roles.join(', ')}, until ${endsAt.toISOString()} at the latest`)
      return { code: 0, json: { name, roles, endsAt } }
    },
  },
]
