import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { snakeCase } from '@guildhall/contract/wire'
import { Polar as Polar032 } from '@polar-sh/sdk'
import { RFCDate as Date032 } from '@polar-sh/sdk/types/rfcdate.js'
import { createPolar } from 'polar-sdk-1/2026-10'
import { Polar as Polar034 } from 'polar-sdk-034'
import { RFCDate as Date034 } from 'polar-sdk-034/types/rfcdate.js'
import { Polar as Polar042 } from 'polar-sdk-042'
import { RFCDate as Date042 } from 'polar-sdk-042/types/rfcdate.js'
import { Polar as Polar049 } from 'polar-sdk-049'
import { RFCDate as Date049 } from 'polar-sdk-049/types/rfcdate.js'
import { expect } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

/** A call of the official client, in the names of its older lines. */
export interface Call {
  readonly method: string
  /** What tells it from another call of the same method. */
  readonly about?: string
  readonly ids?: Readonly<Record<string, string>>
  /** The body or the query. */
  readonly input?: object
  /** How older lines name the body when there are ids. */
  readonly bodyName?: string
  readonly by?: 'customer' | 'anyone'
}

export interface Access {
  readonly url: string
  readonly token: string
  readonly customerSession: string
}

export interface Located {
  readonly method: string
  readonly path: string
}

/** A line of the official client, in its newest version. */
export interface Line {
  readonly version: string
  /** The operations that it can call. */
  readonly operations: readonly Located[]
  readonly has: (method: string) => boolean
  /** A date without a time. */
  readonly day: (text: string) => unknown
  readonly run: (call: Call, access: Access) => Promise<unknown>
}

export const lines = (): readonly Line[] => [
  olderLine('@polar-sh/sdk', Polar032, Date032),
  olderLine('polar-sdk-034', Polar034, Date034),
  olderLine('polar-sdk-042', Polar042, Date042),
  olderLine('polar-sdk-049', Polar049, Date049),
  newestLine(),
]

type OlderClient = new (options: { serverURL: string; accessToken: string }) => object

function olderLine(
  name: keyof typeof manifest.devDependencies,
  Client: OlderClient,
  Day: new (text: string) => unknown,
): Line {
  const open = ({ url, token }: Pick<Access, 'url' | 'token'>) =>
    new Client({ serverURL: url, accessToken: token })
  return {
    version: versionOf(name),
    operations: sourcesIn(name, 'funcs').flatMap((source) => {
      const path = /pathToFunc\)?\("([^"]+)"\)/.exec(source)?.[1]
      const method = /method: "(\w+)"/.exec(source)?.[1]
      return path === undefined || method === undefined ? [] : [{ method, path }]
    }),
    has: (method) => find(open({ url: 'http://localhost', token: '' }), method) !== undefined,
    day: (text) => new Day(text),
    run: async ({ method, ids, input, bodyName, by }, access) => {
      const fields = bodyName === undefined ? input : { [bodyName]: input }
      const request = ids === undefined && fields === undefined ? [] : [{ ...ids, ...fields }]
      const session = by === 'customer' ? [{ customerSession: access.customerSession }] : []
      return get(open(access), method)(...session, ...request)
    },
  }
}

/** With ids before the body, and names as on the wire. */
function newestLine(): Line {
  const open = (url: string, accessToken: string) => createPolar({ baseUrl: url, accessToken })
  return {
    version: versionOf('polar-sdk-1'),
    operations: sourcesIn('polar-sdk-1/2026-10', 'services').flatMap((source) =>
      Array.from(source.matchAll(/buildRequest\("(\w+)", "([^"]+)"/g), ([, method, path]) => ({
        method: method ?? '',
        path: path ?? '',
      })),
    ),
    has: (method) => find(open('http://localhost', ''), method) !== undefined,
    day: (text) => text,
    run: async ({ method, ids, input, by }, { url, token, customerSession }) => {
      const client = open(url, by === 'customer' ? customerSession : token)
      const request = input === undefined ? [] : [onWire(input)]
      return get(client, method)(...Object.values(ids ?? {}), ...request)
    },
  }
}

function onWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(onWire)
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      snakeCase(key),
      key === 'metadata' ? one : onWire(one),
    ]),
  )
}

type Method = (...args: readonly unknown[]) => Promise<unknown>

const get = (client: object, method: string): Method =>
  find(client, method) ?? expect.fail(`there is no ${method}`)

const laterNames: Readonly<Record<string, string>> = {
  'customerPortal.customers.getPaymentMethods': 'customerPortal.customers.listPaymentMethods',
}

function find(client: object, method: string): Method | undefined {
  const later = laterNames[method]
  return findNamed(client, method) ?? (later === undefined ? undefined : findNamed(client, later))
}

function findNamed(client: object, method: string): Method | undefined {
  let at: unknown = client
  for (const name of method.split('.')) {
    if (typeof at !== 'object' || at === null) return undefined
    const next: unknown = Reflect.get(at, name)
    at = typeof next === 'function' ? next.bind(at) : next
  }
  return typeof at === 'function' ? (...args) => Reflect.apply(at, undefined, args) : undefined
}

const versionOf = (name: keyof typeof manifest.devDependencies): string =>
  manifest.devDependencies[name].replace(/.*@/, '')

const { resolve } = createRequire(import.meta.url)

function sourcesIn(entry: string, name: string): string[] {
  const folder = join(dirname(resolve(entry)), name)
  return readdirSync(folder)
    .filter((file) => /\.c?js$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
}
