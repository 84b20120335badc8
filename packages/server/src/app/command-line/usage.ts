import { parseArgs } from 'node:util'
import { nearestName } from '@guildhall/contract/nearest-name'
import {
  triggeredEventTypes,
  type WebhookEventType,
  webhookEventTypes,
} from '@guildhall/contract/webhooks/webhook-events'
import { type Environment, given } from '../../platform/config/setting.ts'
import { settings } from '../../platform/config/settings.ts'
import { readLogins, serverKey } from './kept-logins.ts'

/** A wrong call of a command, with a hint. */
export interface UsageError {
  readonly usageError: string
}

/** The server that a command calls, and the token that it uses. */
export interface Server {
  readonly url: string
  readonly token: string
}

const { token: tokenSetting, webhookSecret } = settings.commandLine
const urlSetting = settings.server.url

export const listenHelp = `guildhall listen <url> [options]

Forwards an organization’s events to a handler on this machine, signed like webhooks, and prints
each one. Starts with the next event; Ctrl-C stops it.

  --events <a,b>    only these event types; default: all
  --after <number>  start after the event with this sequence number; 0: with the oldest event kept
  --secret <text>   signing secret; default: ${webhookSecret.name}, or a secret derived from the token
  --server <url>    default: ${urlSetting.name}, or that of the server of this folder, or
                    ${urlSetting.text({})}
  --json            print a line of JSON for each event, and nothing else

${tokenSetting.name} is an access token with the scope webhooks:read, created in the organization’s settings.

Examples:

  guildhall listen http://localhost:4000/webhooks
  guildhall listen http://localhost:4000/webhooks --events order.paid,subscription.active --after 0`

export const triggerHelp = `guildhall trigger <event> [options]

Triggers an event in a sandbox by creating the objects that it needs, like a buyer or your backend.

  --server <url>    default: ${urlSetting.name}, or that of the server of this folder, or
                    ${urlSetting.text({})}
  --json            print JSON

${tokenSetting.name} is an access token with the scope webhooks:write.

Example:

  guildhall trigger order.paid

The events are:

${triggeredEventTypes.map((type) => `  ${type}`).join('\n')}`

export interface ListenOptions {
  readonly server: Server
  readonly handler: string
  /** Null: all of them. */
  readonly types: readonly WebhookEventType[] | null
  /** A sequence number; null to start with the next event. */
  readonly after: number | null
  /** Null for the one derived from the token. */
  readonly secret: string | null
  readonly isJson: boolean
}

const listenOptions = {
  events: { type: 'string', multiple: true },
  after: { type: 'string' },
  secret: { type: 'string' },
  server: { type: 'string' },
  json: { type: 'boolean' },
} as const

export function readListen(args: readonly string[], env: Environment): ListenOptions | UsageError {
  const read = readArgs(args, listenOptions)
  if ('usageError' in read) return read
  const { values, positionals } = read
  const [handler, ...more] = positionals
  if (handler === undefined || more.length > 0) {
    return { usageError: 'Pass one URL: guildhall listen http://localhost:4000/hook' }
  }
  if (!isWebAddress(handler)) return { usageError: `${handler} is not an http:// or https:// URL` }
  const types = values.events === undefined ? null : readTypes(values.events)
  if (types !== null && 'usageError' in types) return types
  const { after = null } = values
  if (after !== null && !/^\d{1,15}$/.test(after)) {
    return { usageError: `--after must be the sequence number of an event, not ${after}` }
  }
  const server = readServer(values.server, env)
  if ('usageError' in server) return server
  return {
    server,
    handler,
    types,
    after: after === null ? null : Number(after),
    secret: values.secret || given(env, webhookSecret.name),
    isJson: values.json === true,
  }
}

export interface TriggerOptions {
  readonly server: Server
  readonly event: WebhookEventType
  readonly isJson: boolean
}

const triggerOptions = { server: { type: 'string' }, json: { type: 'boolean' } } as const

export function readTrigger(
  args: readonly string[],
  env: Environment,
): TriggerOptions | UsageError {
  const read = readArgs(args, triggerOptions)
  if ('usageError' in read) return read
  const [name, ...more] = read.positionals
  if (name === undefined || more.length > 0) {
    return {
      usageError:
        'Pass one event: guildhall trigger order.paid (guildhall trigger --help lists all)',
    }
  }
  const event = readType(name)
  if (typeof event !== 'string') return event
  const server = readServer(read.values.server, env)
  if ('usageError' in server) return server
  return { server, event, isJson: read.values.json === true }
}

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>

export function readArgs<const O extends Options>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // Node's message continues with advice about dashes.
    return { usageError: error.message.split('. ')[0]?.split('.\n')[0] ?? '' }
  }
}

/** A repeated option, or one with a list separated by commas. */
function readTypes(options: readonly string[]): readonly WebhookEventType[] | UsageError {
  const types: WebhookEventType[] = []
  for (const name of options.flatMap((text) => text.split(','))) {
    const type = readType(name.trim())
    if (typeof type !== 'string') return type
    types.push(type)
  }
  return types
}

function readType(name: string): WebhookEventType | UsageError {
  const type = webhookEventTypes.find((one) => one === name)
  if (type !== undefined) return type
  const nearest = nearestName(name, webhookEventTypes)
  const hint = nearest === null ? 'guildhall trigger --help lists all' : `did you mean ${nearest}?`
  return { usageError: `There is no event ${name}; ${hint}` }
}

/** The server that an option, the settings or the last login name. */
export function readServerUrl(
  option: string | undefined,
  env: Environment,
): Pick<Server, 'url'> | UsageError {
  const url = option ?? loggedInUrl(env) ?? urlSetting.text(env) ?? ''
  if (isWebAddress(url)) return { url: url.replace(/\/+$/, '') }
  return { usageError: `${url} is not the http:// or https:// URL of a server` }
}

/** The token of the settings is never sent to a server that they don't name. */
function loggedInUrl(env: Environment): string | null {
  const named = [urlSetting.name, settings.server.port.name, tokenSetting.name]
  return named.some((name) => given(env, name) !== null) ? null : readLogins(env).current
}

/** That server, with the token of the settings or of a login there. */
export function readServer(option: string | undefined, env: Environment): Server | UsageError {
  const server = readServerUrl(option, env)
  if ('usageError' in server) return server
  const { url } = server
  const token = given(env, tokenSetting.name) ?? readLogins(env).logins[serverKey(url)]?.token
  if (token !== undefined) return { url, token }
  return {
    usageError:
      `Log in with: guildhall login --server ${url}\n` +
      `Or set ${tokenSetting.name} to an access token, created in the organization’s settings`,
  }
}

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
