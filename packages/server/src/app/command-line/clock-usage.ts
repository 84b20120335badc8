import { advanceDaysMax } from '@guildhall/contract/organizations/clock'
import { instant } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import type { Environment } from '../../platform/config/setting.ts'
import { settings } from '../../platform/config/settings.ts'
import { readArgs, readServer, type Server, type UsageError } from './usage.ts'

const urlSetting = settings.server.url

export const clockHelp = `guildhall clock [options]

Prints the time of an organization. With an option it advances the clock of a sandbox, runs all that
falls due until then, and prints what happened.

  --days <number>   by so many days
  --to <time>       to a point in time, such as 2027-03-01 or 2027-03-01T12:00:00Z
  --json            print JSON
  --server <url>    default: ${urlSetting.name}, or that of the server of this folder, or
                    ${urlSetting.text({})}

${settings.commandLine.token.name} is an access token with the scope organizations:write, or organizations:read
to print the time alone.

Examples:

  guildhall clock
  guildhall clock --days 30`

export interface ClockOptions {
  readonly server: Server
  /** Null to leave the clock as it is. */
  readonly advance: { readonly days: number } | { readonly to: Date } | null
  readonly isJson: boolean
}

const options = {
  days: { type: 'string' },
  to: { type: 'string' },
  json: { type: 'boolean' },
  server: { type: 'string' },
} as const

export function readClock(args: readonly string[], env: Environment): ClockOptions | UsageError {
  const read = readArgs(args, options)
  if ('usageError' in read) return read
  const { values, positionals } = read
  if (positionals.length > 0) return { usageError: 'Say how far: --days 31 or --to 2027-03-01' }
  const advance = readAdvance(values)
  if (advance !== null && 'usageError' in advance) return advance
  const server = readServer(values.server, env)
  if ('usageError' in server) return server
  return { server, advance, isJson: values.json === true }
}

interface Target {
  readonly days?: string | undefined
  readonly to?: string | undefined
}

function readAdvance({ days, to }: Target): ClockOptions['advance'] | UsageError {
  if (days !== undefined && to !== undefined) return { usageError: 'Pass --days or --to, not both' }
  if (days !== undefined) {
    const number = /^\d{1,5}$/.test(days) ? Number(days) : 0
    return number >= 1 && number <= advanceDaysMax
      ? { days: number }
      : { usageError: `--days must be a whole number from 1 to ${advanceDaysMax}, not ${days}` }
  }
  if (to === undefined) return null
  const read = z.safeParse(instant, to.includes('T') ? to : `${to}T00:00:00Z`)
  return read.success
    ? { to: read.data }
    : { usageError: `--to must be a day or a time with an offset, not ${to}` }
}
