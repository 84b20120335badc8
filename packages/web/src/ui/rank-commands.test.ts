import { describe, expect, it } from 'vitest'
import { rankByQuery } from './rank-commands.ts'

const commands = [
  { label: 'Create product', keywords: 'new add' },
  { label: 'Products' },
  { label: 'Refund order…', keywords: 'money back' },
  { label: 'Reproduce' },
  { label: 'Orders' },
]

function ranked(query: string): string[] {
  return rankByQuery(commands, query).map(({ label }) => label)
}

describe('commands ranked by a query', () => {
  it('are unchanged for an empty query', () => {
    expect(ranked(' ')).toEqual(commands.map(({ label }) => label))
  })

  it('match prefixes of the name first, then of a word, then substrings', () => {
    expect(ranked('product')).toEqual(['Products', 'Create product'])
    expect(ranked('prod')).toEqual(['Products', 'Create product', 'Reproduce'])
    expect(ranked('order')).toEqual(['Orders', 'Refund order…'])
  })

  it('match keywords and initials', () => {
    expect(ranked('money')).toEqual(['Refund order…'])
    expect(ranked('cp')).toEqual(['Create product'])
  })

  it('are empty without a match', () => {
    expect(ranked('invoice')).toEqual([])
  })
})
