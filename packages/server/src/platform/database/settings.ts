import type { ClientConfig } from 'pg'
import { applicationName } from '../version.ts'
import { PrimaryHosts, type ServerConnection } from './primary-hosts.ts'
import { serverUrls } from './server-urls.ts'
import { valueTypes } from './values.ts'

export interface DatabaseSettings {
  /** For the server's statements; may point to a pooler. */
  readonly url: string
  /** For LISTEN, session locks and the job queue when `url` points to a pooler. */
  readonly directUrl?: string | undefined
  /** The url points to a pooler in transaction mode, which shares sessions. */
  readonly pooled?: boolean | undefined
  /** The role to assume, when the login of `url` owns the tables. */
  readonly role?: string | undefined
  readonly connectionsMax?: number | undefined
}

export const applicationRole = 'guildhall_app'

const connectTimeoutMilliseconds = 5_000
/** What our statements rely on. */
export const sessionDefaults = {
  TimeZone: 'UTC',
  statement_timeout: '60s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '60s',
}

/** For connections of this process alone: session settings are passed at connect time. */
export const directConnection = (url: string, role?: string): ServerConnection =>
  toPrimary(serverUrls(url).map((one) => directTo(one, role)))

/** For connections shared by a pooler, which rejects session settings. */
export const pooledConnection = (url: string): ServerConnection =>
  toPrimary(serverUrls(url).map(pooledTo))

function toPrimary(servers: readonly ClientConfig[]): ServerConnection {
  const [first = {}, ...others] = servers
  return others.length === 0 ? first : { ...first, hosts: new PrimaryHosts(servers) }
}

function directTo(url: string, role?: string): ClientConfig {
  const settings = Object.entries(
    role === undefined ? sessionDefaults : { ...sessionDefaults, role },
  )
  const options = settings.map(([name, value]) => `-c ${name}=${value.replace(/([\\ ])/g, '\\$1')}`)
  const given = givenOptions.exec(url)
  return {
    ...pooledTo(url.replace(givenOptions, '$1')),
    options: [...(given?.[2] ? [decodeURIComponent(given[2])] : []), ...options].join(' '),
  }
}

function pooledTo(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMilliseconds,
    keepAlive: true,
    types: valueTypes,
  }
}

// Options in the url would replace ours instead of being merged.
const givenOptions = /([?&])options=([^&]*)&?/
