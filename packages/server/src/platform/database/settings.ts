import type { ClientConfig } from 'pg'
import { valueTypes } from './values.ts'

export interface DatabaseSettings {
  /** Where the server's own statements go; may lead through a pooler. */
  readonly url: string
  /** Where LISTEN and the job queue go when `url` leads through a pooler. */
  readonly directUrl?: string | undefined
  /** The url leads through a pooler in transaction mode: no names, no LISTEN, no SET. */
  readonly pooled?: boolean | undefined
  /** The role to assume, where the login of `url` is the owner of the tables. */
  readonly role?: string | undefined
  readonly connectionsMax?: number | undefined
}

export const applicationRole = 'guildhall_app'

const connectTimeoutMilliseconds = 5_000
const sessionDefaults = {
  TimeZone: 'UTC',
  statement_timeout: '60s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '60s',
}

/** For connections that belong to this process alone: their session is set at their start. */
export function directConnection(url: string, role?: string): ClientConfig {
  const settings = Object.entries(
    role === undefined ? sessionDefaults : { ...sessionDefaults, role },
  )
  const options = settings.map(([name, value]) => `-c ${name}=${value.replace(/([\\ ])/g, '\\$1')}`)
  const given = givenOptions.exec(url)
  return {
    ...pooledConnection(url.replace(givenOptions, '$1')),
    options: [...(given?.[2] ? [decodeURIComponent(given[2])] : []), ...options].join(' '),
  }
}

/** For connections shared behind a pooler, which refuses settings of the session. */
export function pooledConnection(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: 'guildhall',
    connectionTimeoutMillis: connectTimeoutMilliseconds,
    keepAlive: true,
    types: valueTypes,
  }
}

// Options in the url would replace ours instead of joining them.
const givenOptions = /([?&])options=([^&]*)&?/
