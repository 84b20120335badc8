import { describe, expect, it } from 'vitest'
import { rankByQuery } from './rank-commands.ts'

const commands = [
  { label: 'Create product', keywords: 'new add' },
  { label: 'Products' },
  { label: 'Refund this order…', keywords: 'money back' },
  { label: 'Reproduce' },
  { label: 'Orders' },
]

function ranked(query: string): string[] {
  return rankByQuery(commands, query).map(({ label }) => label)
}

describe('commands ranked by what is typed', () => {
  it('are all there, as they were, when nothing is', () => {
    expect(ranked(' ')).toEqual(commands.map(({ label }) => label))
  })

  it('begin with those whose name begins so, then a word, then a part', () => {
    expect(ranked('product')).toEqual(['Products', 'Create product'])
    expect(ranked('prod')).toEqual(['Products', 'Create product', 'Reproduce'])
    expect(ranked('order')).toEqual(['Orders', 'Refund this order…'])
  })

  it('are found by other words and by initials', () => {
    expect(ranked('money')).toEqual(['Refund this order…'])
    expect(ranked('cp')).toEqual(['Create product'])
  })

  it('are none where nothing matches', () => {
    expect(ranked('invoice')).toEqual([])
  })
})
