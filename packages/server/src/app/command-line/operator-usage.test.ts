import { describe, expect, it } from 'vitest'
import { readPayout, readPrinting } from './operator-usage.ts'

const acme = { slug: 'acme', isConfirmed: false, includesDebts: false, isJson: false }

describe('commands of operators are parsed', () => {
  it.each([
    [['acme'], acme],
    [['acme', '--yes'], { ...acme, isConfirmed: true }],
    [['--yes', '--with-debts', 'acme'], { ...acme, isConfirmed: true, includesDebts: true }],
    [['acme', '--json'], { ...acme, isJson: true }],
  ])('guildhall payout %j', (args, options) => {
    expect(readPayout(args)).toEqual(options)
  })

  it('config and doctor', () => {
    expect(readPrinting([])).toEqual({ isJson: false })
    expect(readPrinting(['--json'])).toEqual({ isJson: true })
  })

  it.each([
    [[], 'Name the organization by its slug: guildhall payout acme'],
    [['acme', 'works'], 'Name the organization by its slug: guildhall payout acme'],
    [['acme', '--yse'], "Unknown option '--yse'"],
    [['acme', '--with-debts=no'], 'does not take an argument'],
  ])('a wrong payout %j is refused', (args, text) => {
    expect(readPayout(args)).toEqual({ usageError: expect.stringContaining(text) })
  })

  it('a wrong option is refused', () => {
    expect(readPrinting(['--jsn'])).toEqual({ usageError: "Unknown option '--jsn'" })
    expect(readPrinting(['all'])).toEqual({ usageError: 'There is no option all' })
  })
})
