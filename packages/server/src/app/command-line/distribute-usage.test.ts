import { describe, expect, it } from 'vitest'
import { readDistribute } from './distribute-usage.ts'

const usual = { isDryRun: false, shardCount: 32, isJson: false }

describe('guildhall distribute', () => {
  it.each([
    [[], usual],
    [['--dry-run'], { ...usual, isDryRun: true }],
    [['--shards', '64', '--json'], { ...usual, shardCount: 64, isJson: true }],
  ])('reads %j', (args, options) => {
    expect(readDistribute(args)).toEqual(options)
  })

  it.each([
    [['base'], 'There is no option base'],
    [['--dry'], "Unknown option '--dry'"],
    [['--shards', '0'], '--shards is a number from 1 to 10000'],
    [['--shards', 'many'], '--shards is a number from 1 to 10000'],
  ])('refuses %j', (args, usageError) => {
    expect(readDistribute(args)).toEqual({ usageError })
  })
})
