import { hostname, userInfo } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../config/config.ts'
import { Refused } from '../lib/refused.ts'
import { mayCombine, officeCalls, ROLES, type Role } from '@sesa/contract/office'
import {
  invitationLink,
  inviteFirst,
  inviteReady,
  startCommandLine,
  useSession,
} from '../domains/office/index.ts'
import { CliError, type Command, type Given } from './command.ts'
import { callOffice } from './call.ts'
import { forgetSession, keepSession, officeUrl } from './identity.ts'

const POLL_MS = 1_000

/** Returns the name and address of a new member. @throws CliError when one is missing. */
function personOf({ options }: Given): { readonly name: string; readonly email: string } {
  const [name = '', email = ''] = [options['name']?.trim(), options['email']?.trim()]
  if (name.length < 2) throw new CliError('Enter the member’s name: --name NAME.')
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw new CliError('Enter the member’s email address: --email ADDRESS.')
  return { name, email }
}

function rolesOf({ options }: Given): readonly Role[] {
  const given = (options['roles'] ?? '').split(',').map((one) => ROLES.find((role) => role === one.trim()))
  const roles = given.filter((role) => role !== undefined)
  if (roles.length < given.length || !mayCombine(roles))
    throw new CliError(
      `--roles takes ${ROLES.join(', ')}, separated by commas; administrator can’t be combined.`,
    )
  return roles
}

/** The members that one person plays in the sandbox: each decision finds two who may take it. */
const CAST: readonly (readonly [name: string, role: Role])[] = [
  ['Ama Administrator', 'administrator'],
  ['Kofi Administrator', 'administrator'],
  ['Efua Compliance', 'compliance'],
  ['Yaw Compliance', 'compliance'],
  ['Musu Finance', 'finance'],
  ['Sahr Finance', 'finance'],
  ['Fatu Support', 'support'],
  ['Esi Support', 'support'],
  ['Nii Engineer', 'engineer'],
]

export const staffCommands: readonly Command[] = [
  {
    words: ['staff', 'invite-first'],
    options: [
      ['--name <name>', 'the administrator’s name (required)'],
      ['--email <address>', 'the administrator’s email address (required)'],
    ],
    does: 'print an invitation link for one of the first two administrators; works once, for 24 hours',
    example: "--name 'Ama Boateng' --email ama@sesa.example",
    async run(tools, given, say) {
      const person = personOf(given)
      const url = officeUrl(tools)
      const { staffMail: mail } = await tools.product()
      // Members whom no two people invite are the owner's matter: the database refuses them to everybody else.
      const { token, expiresAt } = await inviteFirst({ db: tools.owner, mail }, person)
      const link = invitationLink(url, token)
      say(`Give this link to ${person.name}. It works once, until ${expiresAt.toISOString()}:`)
      say(link)
      return { code: 0, json: { link, expiresAt } }
    },
  },
  {
    words: ['staff', 'sandbox-members'],
    options: [
      ['--name <name>', 'add this member instead, with --email and --roles'],
      ['--email <address>', 'the member’s email address'],
      ['--roles <roles>', `one or more of ${ROLES.join(', ')}, separated by commas`],
    ],
    does: 'add sandbox members who can act immediately, with a link each, so that one person can be requester and approver',
    async run(tools, given, say) {
      const url = officeUrl(tools)
      const { mode } = readConfig(tools.env).providers
      const members =
        given.options['name'] === undefined
          ? CAST.map(([name, role]) => ({
              name,
              email: `${name.replace(' ', '.').toLowerCase()}@sesa.example`,
              roles: [role],
            }))
          : [{ ...personOf(given), roles: rolesOf(given) }]
      const links = []
      for (const member of members) {
        const invited = await inviteReady({ db: tools.owner, mode }, member).catch((error: unknown) => {
          if (error instanceof Refused) return null
          throw error
        })
        const link = invited && invitationLink(url, invited.token)
        links.push({ name: member.name, roles: member.roles, link })
        say(
          `${member.name} (${member.roles.join(', ')}): ${link ?? 'already a member; sign in with their passkey'}`,
        )
      }
      say(
        'Each link works once, for 24 hours. Open each in its own browser profile and create a passkey there.',
      )
      return { code: 0, json: { members: links } }
    },
  },
  {
    words: ['staff', 'sign-in'],
    does: 'sign in on this command line; confirm in the office with your passkey',
    async run(tools, _given, say) {
      const url = officeUrl(tools)
      const started = await startCommandLine(tools.db, `${userInfo().username}@${hostname()}`)
      say(`Open this link in the office and enter the code ${started.code}:`)
      say(`${url}/office/command-line#${started.link}`)
      while (Date.now() < started.expiresAt.getTime()) {
        const member = await useSession(tools.db, started.session)
        if (member !== null) {
          await keepSession(tools.outerEnv, started.session)
          say(`Signed in as ${member.name}. The session ends after 15 minutes without a command.`)
          return { code: 0, json: { name: member.name, roles: member.roles } }
        }
        await sleep(POLL_MS)
      }
      throw new CliError('The sign-in wasn’t confirmed in time. Start again.')
    },
  },
  {
    words: ['staff', 'sign-out'],
    does: 'end this command line’s session',
    async run(tools, _given, say) {
      await callOffice(tools, officeCalls.signOutStaff)
      await forgetSession(tools.outerEnv)
      say('Signed out.')
      return { code: 0, json: { signedOut: true } }
    },
  },
  {
    words: ['staff', 'who-am-i'],
    does: 'show the member signed in on this command line',
    async run(tools, _given, say) {
      const { name, roles, endsAt } = await callOffice(tools, officeCalls.whoAmI)
      say(`${name}: ${roles.join(', ')}, until ${endsAt} at the latest`)
      return { code: 0, json: { name, roles, endsAt } }
    },
  },
]
