import { describe, expect, it } from 'vitest'
import { assert } from '../../kernel/assert.ts'
import { readPosition } from './position.ts'
import { lagAfterReplay, lagWithSample, type ReplicaLag, unknownLag } from './replica-lag.ts'

function at(text: string) {
  const position = readPosition(text)
  assert(position !== null, 'the text is a position')
  return position
}

const sampled = (...samples: readonly [number, string][]): ReplicaLag =>
  samples.reduce(
    (lag, [atMilliseconds, text]) => lagWithSample(lag, { atMilliseconds, position: at(text) }),
    unknownLag,
  )

const freshAt = (lag: ReplicaLag, replayed: string) =>
  lagAfterReplay(lag, at(replayed)).freshAtMilliseconds

describe('the lag of a replica', () => {
  it('is unknown until it has replayed a position that was sampled', () => {
    expect(freshAt(sampled([1_000, '0/20']), '0/10')).toBeNull()
    expect(freshAt(sampled([1_000, '0/20']), '0/20')).toBe(1_000)
  })

  it('doesn’t grow on an idle primary', () => {
    const idle = sampled([1_000, '0/20'], [2_000, '0/20'], [3_000, '0/20'])
    expect(freshAt(idle, '0/20')).toBe(3_000)
  })

  it('counts from the last sample that was replayed', () => {
    const busy = sampled([1_000, '0/10'], [2_000, '0/20'], [3_000, '0/30'])
    expect(freshAt(busy, '0/25')).toBe(2_000)
    const later = lagAfterReplay(busy, at('0/25'))
    expect(later.ahead.map(({ atMilliseconds }) => atMilliseconds)).toEqual([3_000])
    expect(freshAt(later, '0/25')).toBe(2_000)
    expect(freshAt(later, '0/30')).toBe(3_000)
  })
})
