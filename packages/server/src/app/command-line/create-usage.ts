import { emailAddress } from '@guildhall/contract/identity/email-address'
import { personName } from '@guildhall/contract/identity/shapes'
import type { BodyOf } from '@guildhall/contract/operation'
import { createOrganizationAccessToken } from '@guildhall/contract/organizations/access-tokens'
import type { Scope } from '@guildhall/contract/organizations/scopes'
import { createSellerOrganization } from '@guildhall/contract/organizations/seller-organizations'
import { createWebhookEndpoint } from '@guildhall/contract/webhooks/endpoints'
import { webhookEventTypes } from '@guildhall/contract/webhooks/webhook-events'
import { OptionReader, readScopes, slugOf } from './option-reader.ts'
import { readArgs, type UsageError } from './usage.ts'

export const createdKinds = ['user', 'organization', 'token', 'webhooks'] as const
type Kind = (typeof createdKinds)[number]

const createHelpOf = (kind: Kind, meaning: string, options: string, example: string): string =>
  `guildhall ${kind} create [options]

${meaning} on the server of this machine; guildhall seed creates all that a seller needs.

${options}
  --json                 print JSON

Example:

  guildhall ${kind} create ${example}`

export const createHelp: Readonly<Record<Kind, string>> = {
  user: createHelpOf(
    'user',
    'Creates a user whose address is verified',
    `  --email <address>      required
  --name <name>          default: what is before the @`,
    '--email me@acme.test',
  ),
  organization: createHelpOf(
    'organization',
    'Creates an organization',
    `  --owner <address>      a user; required
  --name <name>          at least 3 characters; required
  --slug <slug>          default: the name in lower case, with hyphens`,
    '--owner me@acme.test --name Acme',
  ),
  token: createHelpOf(
    'token',
    'Creates an access token',
    `  --organization <slug>  required
  --member <address>     in whose name the token is created; required
  --comment <text>       what the token is for
  --scopes <a,b>         default: all scopes
  --days <number>        after which the token expires; default: never`,
    '--organization acme --member me@acme.test --scopes products:read,checkouts:write',
  ),
  webhooks: createHelpOf(
    'webhooks',
    'Creates a webhook endpoint',
    `  --organization <slug>  required
  --url <url>            required
  --events <a,b>         default: all events
  --format <format>      raw, discord or slack; default: raw`,
    '--organization acme --url http://localhost:4000/webhooks --events order.paid',
  ),
}

type Token = Pick<BodyOf<typeof createOrganizationAccessToken>, 'comment' | 'expiresIn'>

/** What to create. */
export type Creation =
  | { readonly kind: 'user'; readonly email: string; readonly name: string }
  | {
      readonly kind: 'organization'
      readonly owner: string
      readonly organization: { readonly name: string; readonly slug: string }
    }
  | {
      readonly kind: 'token'
      readonly organization: string
      readonly member: string
      readonly token: Token & { readonly scopes: readonly Scope[] }
    }
  | {
      readonly kind: 'webhooks'
      readonly organization: string
      readonly endpoint: BodyOf<typeof createWebhookEndpoint>
    }

export interface CreateOptions {
  readonly creation: Creation
  readonly isJson: boolean
}

const options = {
  email: { type: 'string' },
  name: { type: 'string' },
  owner: { type: 'string' },
  slug: { type: 'string' },
  organization: { type: 'string' },
  member: { type: 'string' },
  comment: { type: 'string' },
  scopes: { type: 'string', multiple: true },
  days: { type: 'string' },
  url: { type: 'string' },
  events: { type: 'string', multiple: true },
  format: { type: 'string' },
  json: { type: 'boolean' },
} as const

const optionsOf: Readonly<Record<Kind, readonly string[]>> = {
  user: ['email', 'name'],
  organization: ['owner', 'name', 'slug'],
  token: ['organization', 'member', 'comment', 'scopes', 'days'],
  webhooks: ['organization', 'url', 'events', 'format'],
}

type Values = Exclude<ReturnType<typeof readArgs<typeof options>>, UsageError>['values']

const readers: Readonly<Record<Kind, (reader: OptionReader, values: Values) => Creation | null>> = {
  user: readUser,
  organization: readOrganization,
  token: readToken,
  webhooks: readEndpoint,
}

export function readCreate(kind: Kind, args: readonly string[]): CreateOptions | UsageError {
  const read = readArgs(args, options)
  if ('usageError' in read) return read
  const { values, positionals } = read
  if (positionals.join(' ') !== 'create') {
    return { usageError: `Pass create: guildhall ${kind} create; --help shows the options` }
  }
  const foreign = Object.keys(values).find(
    (name) => name !== 'json' && !optionsOf[kind].includes(name),
  )
  if (foreign !== undefined) {
    return { usageError: `guildhall ${kind} create has no option --${foreign}` }
  }
  const reader = new OptionReader()
  const creation = readers[kind](reader, values)
  if (creation === null || reader.faults.length > 0) return { usageError: reader.faults.join('\n') }
  return { creation, isJson: values.json === true }
}

function readUser(reader: OptionReader, values: Values): Creation | null {
  const email = reader.read(emailAddress, values.email, () => '--email')
  const local = email?.slice(0, email.indexOf('@'))
  const name = reader.read(personName, values.name ?? local ?? '', () => '--name')
  return email === null || name === null ? null : { kind: 'user', email, name }
}

function readOrganization(reader: OptionReader, values: Values): Creation | null {
  const owner = reader.read(emailAddress, values.owner, () => '--owner')
  const { name: wanted, slug = slugOf(wanted ?? '') } = values
  const organization = reader.read(createSellerOrganization.body, { name: wanted, slug }, (path) =>
    path.includes('slug') && wanted !== undefined ? '--slug' : '--name',
  )
  if (owner === null || organization === null) return null
  const { name } = organization
  return { kind: 'organization', owner, organization: { name, slug: organization.slug } }
}

const commentByDefault = 'Created by guildhall token create'

function readToken(reader: OptionReader, values: Values): Creation | null {
  const member = reader.read(emailAddress, values.member, () => '--member')
  const { comment = commentByDefault, days, organization } = values
  const scopes = readScopes(reader, values.scopes)
  const token = reader.read(
    createOrganizationAccessToken.body,
    { comment, scopes, ...(days !== undefined && { expiresIn: `P${days}D` }) },
    (path) => (path.includes('comment') ? '--comment' : '--days'),
  )
  requireSlug(reader, organization)
  if (member === null || organization === undefined || token === null) return null
  return { kind: 'token', organization, member, token: { ...token, scopes } }
}

function readEndpoint(reader: OptionReader, values: Values): Creation | null {
  const { organization, url, format = 'raw', events = webhookEventTypes } = values
  const names = events.flatMap((text) => text.split(',')).map((name) => name.trim())
  const endpoint = reader.read(
    createWebhookEndpoint.body,
    { url, format, events: names },
    (path) => {
      if (path.includes('url')) return '--url'
      return path.includes('format') ? '--format' : '--events'
    },
  )
  requireSlug(reader, organization)
  if (organization === undefined || endpoint === null) return null
  return { kind: 'webhooks', organization, endpoint }
}

function requireSlug(reader: OptionReader, organization: string | undefined): void {
  if (organization === undefined) reader.faults.push('--organization: pass its slug')
}
