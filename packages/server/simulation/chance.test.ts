import { id } from '@guildhall/contract/primitives'
import { describe, expect, it } from 'vitest'
import { createChance } from './chance.ts'

const drawn = (seed: string): number[] => {
  const chance = createChance(seed)
  return Array.from({ length: 20 }, () => chance.whole(0, 1_000_000))
}

describe('chance', () => {
  it('draws the same from the same seed, on every machine', () => {
    expect(drawn('7')).toEqual(drawn('7'))
    expect(drawn('7')).not.toEqual(drawn('8'))
    expect(drawn('7').slice(0, 3)).toEqual([299_105, 832_953, 981_025])
  })

  it('draws all numbers of a range about equally often, both ends included', () => {
    const chance = createChance('ends')
    const counts = [0, 0, 0, 0, 0, 0]
    for (let draw = 0; draw < 6_000; draw += 1) {
      const face = chance.whole(0, 5)
      counts[face] = (counts[face] ?? 0) + 1
    }
    expect(counts).toHaveLength(6)
    for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(150)
  })

  it('draws by weight', () => {
    const chance = createChance('weights')
    const things = [
      { name: 'often', weight: 9 },
      { name: 'seldom', weight: 1 },
      { name: 'never', weight: 0 },
    ]
    const names = Array.from({ length: 1_000 }, () => chance.weighted(things).name)
    expect(names.filter((name) => name === 'often').length).toBeGreaterThan(850)
    expect(names).toContain('seldom')
    expect(names).not.toContain('never')
  })

  it('draws valid ids, and none twice', () => {
    const chance = createChance('ids')
    const ids = Array.from({ length: 1_000 }, () => id('jar').parse(chance.uuid()))
    expect(new Set(ids).size).toBe(1_000)
  })

  it('draws nothing from an empty list', () => {
    expect(() => createChance('nothing').pick([])).toThrow('nothing can be drawn')
  })
})
