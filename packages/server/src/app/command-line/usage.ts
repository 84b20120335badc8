import { parseArgs } from 'node:util'
import { nearestName } from '@guildhall/contract/nearest-name'
import {
  tellableEventTypes,
  type WebhookEventType,
  webhookEventTypes,
} from '@guildhall/contract/webhooks/events'
import { type Environment, given } from '../../platform/config/setting.ts'
import { settings } from '../../platform/config/settings.ts'

/** How a command is to be called, said to whoever called it otherwise. */
export interface Misuse {
  readonly misuse: string
}

/** The server that a command calls, and as whom. */
export interface Server {
  readonly url: string
  readonly token: string
}

const { token: tokenSetting, webhookSecret } = settings.commandLine
const urlSetting = settings.server.url

export const listenHelp = `guildhall listen <url> [options]

Forwards an organization’s events to a handler on this machine, signed as the server signs, and
prints each. It begins with what happens from now on, and Ctrl-C ends it.

  --events <a,b>    only these events; by default all
  --after <number>  begins after this place in the line of events; 0 for everything that is kept
  --secret <text>   signs with this; by default ${webhookSecret.name}, or one that goes with the token
  --server <url>    by default ${urlSetting.name}, or ${urlSetting.text({})}

${tokenSetting.name} is an access token with the scope webhooks:read. The organization’s settings make it.`

export const triggerHelp = `guildhall trigger <event> [options]

Makes an event happen in a sandbox: what it is about is made as a buyer or your backend would.

  --server <url>    by default ${urlSetting.name}, or ${urlSetting.text({})}

${tokenSetting.name} is an access token with the scope webhooks:write. The events are:

${tellableEventTypes.map((type) => `  ${type}`).join('\n')}`

export interface ListenWish {
  readonly server: Server
  readonly handler: string
  /** Null: all of them. */
  readonly types: readonly WebhookEventType[] | null
  /** A place in the line; null for what is yet to come. */
  readonly after: number | null
  /** Null: one that goes with the token. */
  readonly secret: string | null
}

const listenOptions = {
  events: { type: 'string', multiple: true },
  after: { type: 'string' },
  secret: { type: 'string' },
  server: { type: 'string' },
} as const

export function readListen(args: readonly string[], env: Environment): ListenWish | Misuse {
  const read = readArgs(args, listenOptions)
  if ('misuse' in read) return read
  const { values, positionals } = read
  const [handler, ...more] = positionals
  if (handler === undefined || more.length > 0) {
    return { misuse: 'Say where to: guildhall listen http://localhost:4000/hook' }
  }
  if (!isWebAddress(handler)) return { misuse: `${handler} is no http:// or https:// address` }
  const types = values.events === undefined ? null : readTypes(values.events)
  if (types !== null && 'misuse' in types) return types
  const { after = null } = values
  if (after !== null && !/^\d{1,15}$/.test(after)) {
    return { misuse: `--after takes the number of an event, not ${after}` }
  }
  const server = readServer(values.server, env)
  if ('misuse' in server) return server
  return {
    server,
    handler,
    types,
    after: after === null ? null : Number(after),
    secret: values.secret || given(env, webhookSecret.name),
  }
}

export interface TriggerWish {
  readonly server: Server
  readonly event: WebhookEventType
}

const triggerOptions = { server: { type: 'string' } } as const

export function readTrigger(args: readonly string[], env: Environment): TriggerWish | Misuse {
  const read = readArgs(args, triggerOptions)
  if ('misuse' in read) return read
  const [name, ...more] = read.positionals
  if (name === undefined || more.length > 0) {
    return {
      misuse: 'Say one event: guildhall trigger order.paid (guildhall trigger --help has all)',
    }
  }
  const event = readType(name)
  if (typeof event !== 'string') return event
  const server = readServer(read.values.server, env)
  return 'misuse' in server ? server : { server, event }
}

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>

function readArgs<const O extends Options>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // The rest of it is advice about dashes.
    return { misuse: error.message.split('. ')[0]?.split('.\n')[0] ?? '' }
  }
}

/** Several options, or one with commas in between. */
function readTypes(said: readonly string[]): readonly WebhookEventType[] | Misuse {
  const types: WebhookEventType[] = []
  for (const name of said.flatMap((text) => text.split(','))) {
    const type = readType(name.trim())
    if (typeof type !== 'string') return type
    types.push(type)
  }
  return types
}

function readType(name: string): WebhookEventType | Misuse {
  const type = webhookEventTypes.find((one) => one === name)
  if (type !== undefined) return type
  const nearest = nearestName(name, webhookEventTypes)
  const hint = nearest === null ? 'guildhall trigger --help has all' : `did you mean ${nearest}?`
  return { misuse: `There is no event ${name}; ${hint}` }
}

function readServer(said: string | undefined, env: Environment): Server | Misuse {
  const url = said ?? urlSetting.text(env) ?? ''
  if (!isWebAddress(url)) return { misuse: `${url} is no http:// or https:// address of a server` }
  const token = given(env, tokenSetting.name)
  if (token !== null) return { url: url.replace(/\/+$/, ''), token }
  return {
    misuse: `Set ${tokenSetting.name} to an access token; the organization’s settings make one`,
  }
}

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
