import { readArgs, type UsageError } from './usage.ts'

export const askedOfAll =
  'On a distributed database, work for all organizations, operators’ lists, and some lists and ' +
  'metrics ask every worker'

export const distributeHelp = `guildhall distribute [options]

Distributes the database over the workers of a Citus cluster, by organization. DATABASE_OWNER_URL is
the owner’s URL of its coordinator. No server may run meanwhile. An interrupted run is continued by
the next one.

  --dry-run      print where each table goes, and how long that takes; changes nothing
  --shards <n>   divide each table into so many parts; an organization is in one of them; default: 32
  --json         print JSON

${askedOfAll}.

Examples:

  guildhall distribute --dry-run
  guildhall distribute --shards 64`

export interface DistributeOptions {
  readonly isDryRun: boolean
  readonly shardCount: number
  readonly isJson: boolean
}

const options = {
  'dry-run': { type: 'boolean' },
  shards: { type: 'string' },
  json: { type: 'boolean' },
} as const

const shards = { default: 32, max: 10_000 }

export function readDistribute(args: readonly string[]): DistributeOptions | UsageError {
  const read = readArgs(args, options)
  if ('usageError' in read) return read
  const { values, positionals } = read
  if (positionals.length > 0) return { usageError: `There is no option ${positionals[0]}` }
  const shardCount = values.shards === undefined ? shards.default : Number(values.shards)
  if (!Number.isInteger(shardCount) || shardCount < 1 || shardCount > shards.max) {
    return { usageError: `--shards is a number from 1 to ${shards.max}` }
  }
  return { isDryRun: values['dry-run'] === true, shardCount, isJson: values.json === true }
}
