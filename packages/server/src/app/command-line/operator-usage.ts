import type { PayoutRequest } from '../payout.ts'
import { readArgs, type UsageError } from './usage.ts'

export const configHelp = `guildhall config [options]

Prints the settings in effect, with secrets masked, and what is wrong with them.

  --json  print JSON

Exits with 1 if something is wrong.`

export const doctorHelp = `guildhall doctor [options]

Examines the server of this machine from outside: its settings, database, books and webhooks. Changes
nothing.

  --json  print JSON

Exits with 1 if something is wrong.`

export const migrateHelp = `guildhall migrate

Migrates the database to this version as the owner of DATABASE_OWNER_URL, and lets the login of
DATABASE_URL use it. Servers without DATABASE_OWNER_URL can start then. Safe to run at any time and
several times at once.`

export const payoutHelp = `guildhall payout <organization> [options]

Says what an organization, named by its slug, is due. With --yes it records that this was paid out.

  --yes         record the payout; entries are never edited
  --with-debts  pay out what customers owe as well, at your own risk
  --json        print JSON

Examples:

  guildhall payout acme
  guildhall payout acme --yes`

interface Printing {
  readonly isJson: boolean
}

const json = { json: { type: 'boolean' } } as const

/** For commands that have no other option. */
export function readPrinting(args: readonly string[]): Printing | UsageError {
  const read = readArgs(args, json)
  if ('usageError' in read) return read
  const [unknown] = read.positionals
  if (unknown !== undefined) return { usageError: `There is no option ${unknown}` }
  return { isJson: read.values.json === true }
}

const payoutOptions = {
  ...json,
  yes: { type: 'boolean' },
  'with-debts': { type: 'boolean' },
} as const

export function readPayout(args: readonly string[]): (PayoutRequest & Printing) | UsageError {
  const read = readArgs(args, payoutOptions)
  if ('usageError' in read) return read
  const { values, positionals } = read
  const [slug, ...more] = positionals
  if (slug === undefined || more.length > 0) {
    return { usageError: 'Name the organization by its slug: guildhall payout acme' }
  }
  return {
    slug,
    isConfirmed: values.yes === true,
    includesDebts: values['with-debts'] === true,
    isJson: values.json === true,
  }
}
