import { type Browser, type BrowserResponse, openBrowser } from '../../test/browser.ts'
import { goodPassword } from '../../test/people.ts'
import type { Chance } from '../chance.ts'
import type { WorldOperation } from '../world-operation.ts'
import { type Guild, newAddress, newStranger } from './guild.ts'

/** What strangers do with addresses, links and invitations. Every refusal is an expected answer. */
export const accountActs = (guild: Guild): WorldOperation[] => [
  { weight: 4, run: (chance) => signUp(guild, chance) },
  { weight: 3, run: (chance) => changeAddress(guild, chance) },
  { weight: 2, run: (chance) => askForLinks(guild, chance) },
  { weight: 3, run: () => scanMails(guild) },
  { weight: 2, run: (chance) => proveBoss(guild, chance) },
  { weight: 3, run: (chance) => signInAgain(guild, chance) },
  { weight: 5, run: (chance) => lookForInvitations(guild, chance) },
  { weight: 5, run: (chance) => answerInvitation(guild, chance) },
  { weight: 3, run: (chance) => guessSecret(guild, chance) },
  { weight: 3, run: (chance) => rise(guild, chance) },
]

const auth = (path: string) => `/api/auth/${path}`
const organization = (path: string) => auth(`organization/${path}`)

const addressesOf = ({ invited, boss, owner, unproved }: Guild) =>
  [
    ['the invited', invited],
    ['the boss', boss],
    ['the owner', owner.email],
    ['somebody unproved', unproved.email],
  ] as const

const credentials = (email: string) => ({ email, password: goodPassword })

async function signUp(guild: Guild, chance: Chance): Promise<string> {
  const [whose, email] = chance.pick(addressesOf(guild))
  await signUpAs(guild, chance.pick([email, email.toUpperCase()]))
  return `signs up as ${whose}`
}

export async function signUpAs(guild: Guild, email: string): Promise<Browser> {
  const browser = newStranger(guild)
  await browser.post(auth('sign-up/email'), { name: 'A Stranger', ...credentials(email) })
  return browser
}

async function changeAddress(guild: Guild, chance: Chance): Promise<string> {
  const [whose, newEmail] = chance.pick(addressesOf(guild))
  const browser = await signUpAs(guild, newAddress())
  await browser.post(auth('change-email'), { newEmail })
  return `signs up, and changes the address to that of ${whose}`
}

async function askForLinks(guild: Guild, chance: Chance): Promise<string> {
  const [whose, email] = chance.pick(addressesOf(guild))
  const browser = newStranger(guild)
  await browser.post(auth('send-verification-email'), { email, callbackURL: '/dashboard' })
  await browser.post(auth('request-password-reset'), { email, redirectTo: '/reset-password' })
  return `asks for links to the address of ${whose}`
}

/** No act of a stranger: a scanner of mails, or a curious reader, opens all links as pages. */
async function scanMails({ server }: Guild): Promise<string> {
  const links = (await server.sentMails()).flatMap(({ links }) => links)
  const headers = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none', accept: 'text/html' }
  for (const link of links) {
    const { pathname, search } = new URL(link)
    await fetch(`${server.url}${pathname}${search}`, { headers, redirect: 'manual' })
  }
  return 'a scanner opens all links'
}

/** No act of a stranger: the owner of the operator’s address confirms it, as anybody may ask them. */
async function proveBoss(guild: Guild, chance: Chance): Promise<string> {
  const { server, boss } = guild
  await newStranger(guild).post(auth('send-verification-email'), { email: boss })
  const mails = (await server.sentMails()).filter(({ to }) => to === boss)
  const links = mails.flatMap(({ links }) => links).filter((one) => one.includes('/verify-email'))
  if (links.length === 0) return 'the boss has no mail'
  await openBrowser(server.url).open(chance.pick(links.slice(-2)))
  return 'the boss confirms an address'
}

async function signInAgain(guild: Guild, chance: Chance): Promise<string> {
  const [whose, email] = chance.pick(addressesOf(guild).slice(0, 2))
  await newStranger(guild).post(auth('sign-in/email'), credentials(email))
  return `signs in as ${whose} with a password from before`
}

/** A stranger’s browser, or that of the member who may not invite. */
const someBrowser = ({ strangers, member }: Guild, chance: Chance): Browser =>
  chance.oneIn(4) || strangers.length === 0 ? member.browser : chance.pick(strangers)

async function lookForInvitations(guild: Guild, chance: Chance): Promise<string> {
  const { organizationId, shown } = guild
  const browser = someBrowser(guild, chance)
  const query = `?organizationId=${organizationId}`
  const path = chance.pick([
    'list-user-invitations',
    `list-invitations${query}`,
    `get-full-organization${query}`,
    `list-members${query}`,
  ])
  shown.push(textOf(await browser.get(organization(path))))
  return `reads ${path.split('?')[0]}`
}

const textOf = ({ body }: BrowserResponse): string => JSON.stringify(body)

async function answerInvitation(guild: Guild, chance: Chance): Promise<string> {
  const browser = someBrowser(guild, chance)
  const secret = chance.pick(['', '', `.${chance.uuid().replaceAll('-', '')}`, '.x'])
  const { invitationId: id } = guild
  const invitationId = chance.pick([id, id, id, chance.uuid()]) + secret
  const answer = chance.pick(['accept-invitation', 'accept-invitation', 'reject-invitation'])
  await browser.post(organization(answer), { invitationId })
  return `tries ${answer}`
}

async function guessSecret(guild: Guild, chance: Chance): Promise<string> {
  const token = chance.pick([chance.uuid(), chance.uuid().replaceAll('-', '').repeat(2), 'x'])
  const browser = newStranger(guild)
  const body = { token, newPassword: goodPassword, password: goodPassword }
  await browser.get(auth(`verify-email?token=${token}`))
  await browser.post(auth('verify-email'), body)
  await browser.get(auth(`reset-password/${token}?callbackURL=/reset-password`))
  await browser.post(auth('reset-password'), body)
  return 'guesses the secret of a link'
}

async function rise(guild: Guild, chance: Chance): Promise<string> {
  const { organizationId, member, memberId, owner } = guild
  const browser = someBrowser(guild, chance)
  const [path, body] = chance.pick([
    ['organization/update-member-role', { memberId, role: 'owner', organizationId }],
    ['organization/invite-member', { email: newAddress(), role: 'owner', organizationId }],
    ['organization/remove-member', { memberIdOrEmail: owner.email, organizationId }],
    ['organization/add-member', { userId: member.id, role: 'owner', organizationId }],
    ['admin/set-role', { userId: member.id, role: 'admin' }],
    ['update-user', { role: 'admin', emailVerified: true }],
  ] as const)
  await browser.post(auth(path), body)
  return `tries ${path}`
}
